package org.majorant.research.bench.late;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.majorant.research.bench.BenchData;
import org.majorant.research.bench.DataSet;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.Point;
import org.majorant.schema.SparseVector;
import org.majorant.spec.SpecFile;

/**
 * Events of two labels, spread evenly over a week. Nobody hears of the first label, as of an order
 * that is not returned. The second one comes after a delay with a long tail, in whole minutes,
 *
 * <pre>    delay = ⌊10 min · e^(2.13 N)⌋</pre>
 *
 * <p>of which 20 % are longer than an hour, and 14 % less than a minute.
 *
 * @param data the spec, and the events with their true labels
 * @param size how many are learned
 * @param test that are held out, with their true labels
 */
public record LateEvents(String name, BenchData data, int size, List<byte[]> test) {
  private static final long MINUTE = 60_000;
  private static final long SPAN = 7 * 24 * 60 * MINUTE;
  private static final double MEDIAN_MINUTES = 10;
  private static final double DEVIATION = 2.13;

  /** The rarer label of a logistic truth is this far below. */
  private static final double INTERCEPT = -2;

  /** A label that comes. */
  record Label(int event, long time) {}

  /** Normal features, of which a logistic model draws the label. */
  public static LateEvents drawn(final int size, final int heldOut, final int features) {
    final double[] theta =
        new SplittableRandom(31).doubles(features, -1, 1).map(u -> u * 0.6).toArray();
    final String spec =
        "{model: late, labels: [\"no\", \"yes\"], features: {dimension: %d}}".formatted(features);
    final IntFunction<LabeledExample> examples = i -> draw(new SplittableRandom(i), theta);
    final AvroSerde<LabeledExample> serde = AvroSerde.of(LabeledExample.class);
    return new LateEvents(
        "drawn",
        new BenchData(SpecFile.parse(spec), examples),
        size,
        IntStream.range(size, size + heldOut)
            .mapToObj(i -> serde.encode(examples.apply(i)))
            .toList());
  }

  private static LabeledExample draw(final SplittableRandom random, final double[] theta) {
    final List<Integer> indices = new ArrayList<>();
    final List<Float> values = new ArrayList<>();
    double score = INTERCEPT;
    for (int j = 0; j < theta.length; j++) {
      final float value = (float) random.nextGaussian();
      indices.add(j);
      values.add(value);
      score += theta[j] * value;
    }
    final boolean yes = random.nextDouble() < 1 / (1 + Math.exp(-score));
    return new LabeledExample(
        null,
        null,
        1.0,
        new Point(new SparseVector(indices, values), yes ? "yes" : "no", null, null));
  }

  /** Those of a file; the delays are drawn. */
  public static LateEvents of(final String name, final DataSet set) {
    return new LateEvents(name, set.data(), set.train().size(), set.test());
  }

  /** When an event is, milliseconds. */
  long time(final int event) {
    return SPAN * event / size;
  }

  /** The labels in the order in which they come, where the second is that of the model. */
  List<Label> labels(final String second) {
    return IntStream.range(0, size)
        .filter(i -> label(i).equals(second))
        .mapToObj(i -> new Label(i, time(i) + delay(i)))
        .sorted(Comparator.comparingLong(Label::time))
        .toList();
  }

  /** The true label of an event. */
  String label(final int event) {
    return ((Point) data.examples().apply(event).getStructure()).getLabel().toString();
  }

  private static long delay(final int event) {
    final double normal = new SplittableRandom(~(long) event).nextGaussian();
    return MINUTE * (long) Math.min(1e7, MEDIAN_MINUTES * Math.exp(DEVIATION * normal));
  }
}
