package org.majorant.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.Factor;
import org.majorant.schema.Graph;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.SparseVector;

/**
 * An image and the pixels of it that show a thing, row by row. As an example a pixel is a variable
 * of two states. Its factor has 14 features for the thing: its colour, beside the image's mean and
 * alone, its place, and how much it differs from its neighbours. A factor between two pixels has
 * features for equal states: one for all, and one for the nearness of their colours.
 *
 * @param colours each of three parts, 0 to 1
 * @param mask whether a pixel shows the thing
 */
public record MaskedImage(int width, int height, double[][] colours, boolean[] mask) {
  private static final AvroSerde<LabeledExample> RECORDS = AvroSerde.of(LabeledExample.class);
  private static final SparseVector NOTHING = new SparseVector(List.of(), List.of());
  private static final int OF_A_PIXEL = 14;

  /** Of a factor between two pixels, for both ways that they may lie. */
  public static final int FEATURES = OF_A_PIXEL + 4;

  /** Of squared distances of colours; at this one, they are half near. */
  private static final double HALF_NEAR = 0.01;

  /** What a pixel knows of its neighbours. */
  public enum Neighbours {
    /** Nothing. */
    UNKNOWN,
    /** The truth, as pseudo-likelihood has it: each pixel by itself, given all others. */
    GIVEN,
    /** Factors join them. */
    JOINED
  }

  /** Number of pixels. */
  public int size() {
    return width * height;
  }

  /** As it stands on a topic. */
  public byte[] record(final Neighbours neighbours) {
    final double[] mean = new double[3];
    for (final double[] colour : colours) {
      for (int c = 0; c < 3; c++) {
        mean[c] += colour[c] / size();
      }
    }
    final List<Factor> factors = new ArrayList<>();
    for (int v = 0; v < size(); v++) {
      factors.add(new Factor(List.of(v), List.of(NOTHING, pixel(v, mean)), null));
      if (neighbours == Neighbours.GIVEN) {
        given(v).forEach(factors::add);
      }
    }
    for (int v = 0; neighbours == Neighbours.JOINED && v < size(); v++) {
      for (final int w : after(v)) {
        final SparseVector same = same(v, w);
        factors.add(new Factor(List.of(v, w), List.of(same, NOTHING, NOTHING, same), null));
      }
    }
    final List<Integer> states = IntStream.range(0, size()).mapToObj(v -> mask[v] ? 1 : 0).toList();
    final List<Integer> two = IntStream.range(0, size()).mapToObj(v -> 2).toList();
    return RECORDS.encode(new LabeledExample(null, null, 1.0, new Graph(two, factors, states)));
  }

  private SparseVector pixel(final int v, final double[] mean) {
    final double[] x = new double[OF_A_PIXEL];
    final double[] colour = colours[v];
    for (int c = 0; c < 3; c++) {
      x[c] = colour[c] - mean[c];
      x[3 + c] = x[c] * x[c];
      x[6 + c] = colour[c] - 0.5;
    }
    final double across = 2.0 * (v % width) / width - 1;
    final double down = 2.0 * (v / width) / height - 1;
    x[9] = 1;
    x[10] = across * across;
    x[11] = down;
    x[12] = down * down;
    x[13] =
        Math.sqrt(
            distance(v, v % width > 0 ? v - 1 : v) + distance(v, Math.max(v - width, v % width)));
    return vector(0, x);
  }

  /** The neighbours to the right and below. */
  private List<Integer> after(final int v) {
    return Stream.of(v % width + 1 < width ? v + 1 : size(), v + width)
        .filter(w -> w < size())
        .toList();
  }

  private List<Integer> before(final int v) {
    return Stream.of(v % width > 0 ? v - 1 : -1, v - width).filter(w -> w >= 0).toList();
  }

  /** What the true state of each neighbour says of a pixel. */
  private Stream<Factor> given(final int v) {
    return Stream.concat(
            after(v).stream().map(w -> facing(w, same(v, w))),
            before(v).stream().map(w -> facing(w, same(w, v))))
        .map(configurations -> new Factor(List.of(v), configurations, null));
  }

  private List<Object> facing(final int neighbour, final SparseVector same) {
    return mask[neighbour] ? List.of(NOTHING, same) : List.of(same, NOTHING);
  }

  /** Of two neighbours in the same state. */
  private SparseVector same(final int v, final int w) {
    final double near = HALF_NEAR / (HALF_NEAR + distance(v, w));
    return vector(OF_A_PIXEL + (w == v + width ? 2 : 0), new double[] {1, near});
  }

  private double distance(final int v, final int w) {
    double sum = 0;
    for (int c = 0; c < 3; c++) {
      sum += (colours[v][c] - colours[w][c]) * (colours[v][c] - colours[w][c]);
    }
    return sum;
  }

  private static SparseVector vector(final int from, final double[] x) {
    final List<Integer> indices =
        IntStream.range(0, x.length).filter(j -> (float) x[j] != 0).boxed().toList();
    return new SparseVector(
        indices.stream().map(j -> from + j).toList(),
        indices.stream().map(j -> (float) x[j]).toList());
  }
}
