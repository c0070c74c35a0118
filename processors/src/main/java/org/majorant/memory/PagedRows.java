package org.majorant.memory;

import java.util.BitSet;
import org.majorant.model.StateHash;

/**
 * The rows of a surrogate while they are written, in the pages of a {@link PagedState}. A page that
 * the state taken last has, too, is copied before its first change, so that this state stays as it
 * was. What is known is thus in memory once, and what has changed since then a second time.
 */
final class PagedRows {
  private final double[][] pages;
  private final BitSet touched; // features written to since the last state was taken
  private PagedState last;

  /** Rows of features of which nothing is known. */
  PagedRows(final int features, final int vectors) {
    this(new PagedState(features, vectors));
  }

  /** Rows that go on from a state. */
  PagedRows(final PagedState state) {
    pages = state.pages.clone();
    touched = new BitSet();
    last = state;
  }

  /**
   * Goes on from a state; what was written is gone.
   *
   * @throws IllegalArgumentException where it is of another size
   */
  void goOn(final PagedState state) {
    if (!state.isAsLargeAs(last)) {
      throw new IllegalArgumentException("a state of a model of another size");
    }
    System.arraycopy(state.pages, 0, pages, 0, pages.length);
    touched.clear();
    last = state;
  }

  double count(final int feature) {
    return at(feature, PagedState.COUNT);
  }

  double square(final int feature) {
    return at(feature, PagedState.SQUARE);
  }

  double linear(final int feature, final int vector) {
    return at(feature, PagedState.HEAD + vector);
  }

  double curvature(final int feature, final int vector) {
    return at(feature, PagedState.HEAD + last.vectors + vector);
  }

  private double at(final int feature, final int column) {
    final double[] page = pages[feature >> last.shift];
    return page == null ? 0 : page[last.row(feature) + column];
  }

  /** Adds to what is counted of a feature. */
  void addScale(final int feature, final double count, final double square) {
    final double[] page = open(feature);
    final int row = last.row(feature);
    page[row + PagedState.COUNT] += count;
    page[row + PagedState.SQUARE] += square;
  }

  /** Adds to b and A of a feature's vector. */
  void add(final int feature, final int vector, final double b, final double a) {
    final double[] page = open(feature);
    final int at = last.row(feature) + PagedState.HEAD + vector;
    page[at] += b;
    page[at + last.vectors] += a;
  }

  /** Replaces b of a feature's vector. */
  void setLinear(final int feature, final int vector, final double b) {
    open(feature)[last.row(feature) + PagedState.HEAD + vector] = b;
  }

  /** Replaces the rows of a site's features by what that has. */
  void put(final Site site) {
    for (int j = 0; j < site.size; j++) {
      final double[] page = open(site.features[j]);
      final int row = last.row(site.features[j]);
      final int vectors = last.vectors;
      page[row + PagedState.COUNT] = site.count[j];
      page[row + PagedState.SQUARE] = site.square[j];
      final int linear = row + PagedState.HEAD;
      System.arraycopy(site.linear, j * vectors, page, linear, vectors);
      System.arraycopy(site.curvature, j * vectors, page, linear + vectors, vectors);
    }
  }

  /** (A, b) of all rows times a factor. */
  void scale(final double factor) {
    for (int p = 0; p < pages.length && factor != 1; p++) {
      if (pages[p] != null) {
        final double[] page = open(p << last.shift);
        for (int row = 0; row < page.length; row += last.stride) {
          for (int at = row + PagedState.HEAD; at < row + last.stride; at++) {
            page[at] *= factor;
          }
        }
        touched.set(p << last.shift, p + 1 << last.shift);
      }
    }
  }

  /** The page of a feature that is about to be written. */
  private double[] open(final int feature) {
    final int p = feature >> last.shift;
    touched.set(feature);
    if (pages[p] == null) {
      pages[p] = new double[last.stride << last.shift];
    } else if (pages[p] == last.pages[p]) {
      pages[p] = pages[p].clone();
    }
    return pages[p];
  }

  /** The features written to since the last state was taken; not to be changed. */
  BitSet touched() {
    return touched;
  }

  /**
   * All as it is now, at the cost of what has changed since the last state was taken.
   *
   * @param time that it is relative to
   */
  PagedState state(final double time) {
    if (touched.isEmpty() && time == last.time()) {
      return last;
    }
    final StateHash hashes = new StateHash(Integer.BYTES + Double.BYTES * last.stride);
    hashes.start(last.hash());
    int seen = last.seen;
    double values = last.values;
    for (int feature = touched.nextSetBit(0);
        feature >= 0;
        feature = touched.nextSetBit(feature + 1)) {
      final int p = feature >> last.shift;
      final double before = last.count(feature);
      final double now = count(feature);
      if (before > 0) {
        last.fill(hashes.row(), feature, last.pages[p]);
        hashes.remove();
        seen--;
      }
      if (now > 0) {
        last.fill(hashes.row(), feature, pages[p]);
        hashes.add();
        seen++;
      }
      values += now - before;
    }
    touched.clear();
    last = new PagedState(last, pages.clone(), seen, values, time, hashes.value());
    return last;
  }
}
