package org.majorant.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.majorant.decay.Decay;
import org.majorant.features.Views;
import org.majorant.growth.Growth;
import org.majorant.schema.Curvature;
import org.majorant.schema.ModelSpec;

/**
 * A site of each view of a model, and at last that of the stack, see {@link Views}. They add up
 * each by itself. The feature scale is that of all, in the model's index space; (A, b) are the
 * parts'.
 */
final class ViewsSite extends Site {
  final List<Site> sites;
  private final int[] offsets;

  /**
   * @param offsets where the features of each begin in the model's index space
   */
  ViewsSite(final Curvature kind, final int[] offsets, final List<Site> sites) {
    super(
        kind,
        0,
        sites.stream().mapToInt(Site::size).sum(),
        0,
        sites.stream().mapToDouble(Site::time).max().orElse(0));
    this.sites = sites;
    this.offsets = offsets;
    int at = 0;
    for (int v = 0; v < offsets.length; v++) {
      final Site site = sites.get(v);
      for (int j = 0; j < site.size; j++) {
        features[at + j] = offsets[v] + site.features[j];
      }
      System.arraycopy(site.count, 0, count, at, site.size);
      System.arraycopy(site.square, 0, square, at, site.size);
      at += site.size;
    }
  }

  /** The part of a model's site that is of a view, or, by their number, of the stack. */
  static Site part(final Site site, final int view) {
    return ((ViewsSite) site).sites.get(view);
  }

  /** The specs by which the parts are learned. */
  static List<ModelSpec> specs(final ModelSpec spec) {
    final Views views = Views.of(spec);
    final List<ModelSpec> specs = new ArrayList<>();
    views.blocks().forEach(block -> specs.add(views.spec(block)));
    specs.add(views.stack());
    return specs;
  }

  /** Where the features of each part begin. */
  static int[] offsets(final ModelSpec spec) {
    final Views views = Views.of(spec);
    return IntStream.concat(
            views.blocks().stream().mapToInt(Views.Block::offset), IntStream.of(views.end()))
        .toArray();
  }

  /**
   * The site of a wider spec with views, some of which may be new. A stack of other views learns
   * anew what the score of each weighs.
   */
  static Site grown(final Site site, final Growth growth, final double start) {
    final ModelSpec after = growth.after();
    final List<ModelSpec> specs = specs(after);
    final List<Site> parts = new ArrayList<>();
    for (final Views.Block block : Views.of(after).blocks()) {
      final int number = block.number();
      final int source = growth.view(number);
      final ModelSpec spec = specs.get(number);
      if (source < 0) {
        parts.add(of(spec.getCurvature(), vectors(spec), 0, spec.getRank(), site.time));
        continue;
      }
      final Site part = Views.areIn(growth.before()) ? part(site, source) : site;
      parts.add(part.grown(spec, growth, i -> growth.feature(number, i), block.size() - 1, start));
    }
    final ModelSpec stack = specs.get(parts.size());
    parts.add(
        growth.before().getViews().equals(after.getViews())
            ? part(site, parts.size())
            : of(stack.getCurvature(), vectors(stack), 0, 0, site.time));
    return new ViewsSite(after.getCurvature(), offsets(after), parts);
  }

  @Override
  public Site moved(final Decay decay, final double examples) {
    if (decay.byRecordTime()) {
      return this;
    }
    return new ViewsSite(
        kind, offsets, sites.stream().map(site -> site.moved(decay, examples)).toList());
  }

  @Override
  void multiply(final double factor) {
    throw new UnsupportedOperationException("its parts are of several times");
  }

  @Override
  void requirePositive() {
    sites.forEach(Site::requirePositive);
  }

  @Override
  public boolean isFinite() {
    return sites.stream().allMatch(Site::isFinite);
  }

  /** Of the views' diagonals and rows together, the mean. */
  @Override
  public double absorbedMassRatio() {
    return sites.stream().mapToDouble(Site::absorbedMassRatio).average().orElse(0);
  }
}
