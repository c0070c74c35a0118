package org.majorant.research.bench.drift;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.OnDrift;
import org.majorant.schema.Point;
import org.majorant.schema.SparseVector;
import org.majorant.spec.SpecFile;

/**
 * A drawn stream of which it is known when it changes.
 *
 * @param changes how many examples come before each
 * @param gradual over how many examples each goes on; 0: it is abrupt
 * @param batch of how many examples each summary is
 * @param draw the example of a place
 */
record DriftStream(
    String name,
    ModelSpec spec,
    long examples,
    List<Long> changes,
    long gradual,
    ToLongFunction<Random> batch,
    Draw draw) {
  private static final int FEATURES = 60;
  private static final long CHANGE = 30_000;

  /** Draws the example of a place in the stream. */
  @FunctionalInterface
  interface Draw {
    LabeledExample at(long i, Random random);
  }

  /** Whether something changes that a spec could be told to forget for. */
  boolean mayForget() {
    return !changes.isEmpty() && spec.getForgetting() == null;
  }

  /** Its spec, with which a model forgets at an alarm. */
  ModelSpec forgetting() {
    return ModelSpec.newBuilder(spec).setOnDrift(OnDrift.FORGET).build();
  }

  /** Eleven that change, all but the last abruptly. */
  static List<DriftStream> changing() {
    return Stream.concat(once().stream(), others().stream()).toList();
  }

  private static List<DriftStream> once() {
    final Concept concept = new Concept(FEATURES, 1);
    final Concept other = new Concept(FEATURES, 2);
    final Concept five = new Concept(FEATURES, 3);
    return List.of(
        once(
            "labels are flipped",
            2,
            (i, r) -> concept.binary(r, 0, i >= CHANGE ? -1 : 1, concept, FEATURES)),
        once(
            "flipped, with memories that forget",
            spec(2, FEATURES, "forgetting: auto"),
            (i, r) -> concept.binary(r, 0, i >= CHANGE ? -1 : 1, concept, FEATURES)),
        once(
            "another concept",
            2,
            (i, r) -> concept.binary(r, 0, 1, i < CHANGE ? concept : other, FEATURES)),
        once(
            "noise: 15 % of labels",
            2, (i, r) -> concept.binary(r, i < CHANGE ? 0 : 0.15, 1, concept, FEATURES)),
        once("a fifth label appears", 5, (i, r) -> five.ofMany(r, i < CHANGE ? 4 : 5)),
        once("a share goes from .5 to .6", 2, (i, r) -> share(r, i < CHANGE ? 0.5 : 0.6)),
        once(
            "the loss rises by .02 nats",
            spec(2, 2, "members: none"),
            (i, r) -> coin(r, i < CHANGE ? 0.55 : 0.45)),
        once(
            "the strongest features die",
            2,
            (i, r) -> concept.binary(r, 0, 1, concept, i < CHANGE ? FEATURES : FEATURES / 2)),
        once(
            "a feature dies that says nothing",
            spec(2, FEATURES + 1, ""),
            (i, r) ->
                with(
                    concept.binary(r, 0, 1, concept, FEATURES),
                    FEATURES,
                    r.nextDouble() < (i < CHANGE ? 0.3 : 0))));
  }

  /** One that changes again and again, and one that changes slowly. */
  private static List<DriftStream> others() {
    final Concept concept = new Concept(FEATURES, 1);
    final Concept other = new Concept(FEATURES, 2);
    return List.of(
        new DriftStream(
            "two concepts, in turns",
            spec(2, FEATURES, ""),
            5 * CHANGE,
            List.of(CHANGE, 2 * CHANGE, 3 * CHANGE, 4 * CHANGE),
            0,
            r -> 20,
            (i, r) -> concept.binary(r, 0, 1, i / CHANGE % 2 == 0 ? concept : other, FEATURES)),
        new DriftStream(
            "another concept, over 20,000",
            spec(2, FEATURES, ""),
            3 * CHANGE,
            List.of(CHANGE),
            20_000,
            r -> 20,
            (i, r) ->
                concept.binary(
                    r, 0, 1, r.nextDouble() * 20_000 >= i - CHANGE ? concept : other, FEATURES)));
  }

  /** Five that do not. */
  static List<DriftStream> without(final long examples) {
    final Concept concept = new Concept(FEATURES, 1);
    final Concept large = new Concept(2_000, 4);
    final Concept ten = new Concept(FEATURES, 5);
    return List.of(
        never(
            "it learns 2,000 weights",
            spec(2, 2_000, ""),
            examples,
            r -> 100,
            (i, r) -> large.binary(r, 0, 1, large, 2_000)),
        never(
            "losses with heavy tails",
            spec(2, FEATURES, ""),
            examples,
            r -> 100,
            (i, r) -> concept.heavy(r)),
        never(
            "ten labels", spec(10, FEATURES, ""), examples, r -> 100, (i, r) -> ten.ofMany(r, 10)),
        never(
            "batches of 1 to 5",
            spec(2, FEATURES, "forgetting: auto"),
            examples,
            r -> 1 + r.nextInt(5),
            (i, r) -> concept.binary(r, 0, 1, concept, FEATURES)),
        never(
            "batches of 1 to 10,000",
            spec(2, FEATURES, ""),
            examples,
            r -> 1 + r.nextInt(10_000),
            (i, r) -> concept.binary(r, 0, 1, concept, FEATURES)));
  }

  private static DriftStream once(final String name, final int labels, final Draw draw) {
    return once(name, spec(labels, FEATURES, ""), draw);
  }

  private static DriftStream once(final String name, final ModelSpec spec, final Draw draw) {
    return new DriftStream(name, spec, 2 * CHANGE, List.of(CHANGE), 0, r -> 20, draw);
  }

  private static DriftStream never(
      final String name,
      final ModelSpec spec,
      final long examples,
      final ToLongFunction<Random> batch,
      final Draw draw) {
    return new DriftStream(name, spec, examples, List.of(), 0, batch, draw);
  }

  private static ModelSpec spec(final int labels, final int features, final String more) {
    final List<String> names = IntStream.range(0, labels).mapToObj(Integer::toString).toList();
    return SpecFile.read(
        "{model: drift, labels: %s, features: {dimension: %d}, curvature: {memory: %s}%s}"
            .formatted(
                names.stream().map(name -> "\"" + name + "\"").toList(),
                features,
                more.isEmpty() ? "diagonal" : "full",
                more.isEmpty() ? "" : ", " + more));
  }

  /** One of two features, which says the label with that probability. */
  private static LabeledExample coin(final Random random, final double p) {
    final int x = random.nextInt(2);
    return example(List.of(x), List.of(1f), random.nextDouble() < p ? x : 1 - x);
  }

  /**
   * A label that its feature says, or that none says: how often each comes does not change a loss.
   */
  private static LabeledExample share(final Random random, final double p) {
    final int label = random.nextDouble() < p ? 1 : 0;
    return example(List.of(random.nextDouble() < 0.8 ? label : 1 - label), List.of(1f), label);
  }

  /** An example that has another feature, too, or not; its index is the greatest. */
  private static LabeledExample with(
      final LabeledExample x, final int feature, final boolean hasIt) {
    final SparseVector features = (SparseVector) ((Point) x.getStructure()).getFeatures();
    if (hasIt) {
      features.getIndices().add(feature);
      features.getValues().add(1f);
    }
    return x;
  }

  private static LabeledExample example(
      final List<Integer> indices, final List<Float> values, final int label) {
    final SparseVector x = new SparseVector(indices, values);
    return new LabeledExample(null, null, 1.0, new Point(x, Integer.toString(label), null, null));
  }

  /** Weights of features, the strongest last. */
  private static final class Concept {
    private final double[] weights;

    Concept(final int features, final long seed) {
      final Random random = new Random(seed);
      weights = random.doubles(features).map(u -> 2 * u - 1).toArray();
      for (int j = 0; j < features; j++) {
        weights[j] *= 2.0 * j / features;
      }
    }

    /** Some eight features of those up to a number, and a label by the weights of a concept. */
    LabeledExample binary(
        final Random random,
        final double noise,
        final int sign,
        final Concept by,
        final int features) {
      final List<Integer> indices = new ArrayList<>();
      final List<Float> values = new ArrayList<>();
      double score = -0.5;
      for (int j = random.nextInt(8);
          j < weights.length;
          j += 1 + random.nextInt(weights.length / 4)) {
        if (j < features) {
          indices.add(j);
          values.add(1f);
        }
        score += by.weights[j];
      }
      final boolean label =
          random.nextDouble() < noise
              ? random.nextBoolean()
              : random.nextDouble() < 1 / (1 + Math.exp(-3 * sign * score));
      return example(indices, values, label ? 1 : 0);
    }

    /** The same with values of any size, so that some examples lose very much. */
    LabeledExample heavy(final Random random) {
      final LabeledExample x = binary(random, 0.05, 1, this, weights.length);
      final SparseVector features = (SparseVector) ((Point) x.getStructure()).getFeatures();
      features.setValues(
          features.getValues().stream()
              .map(value -> (float) Math.exp(1.5 * random.nextGaussian()))
              .toList());
      return x;
    }

    /** A label of so many, and a feature that says it four times of five. */
    LabeledExample ofMany(final Random random, final int labels) {
      final int label = random.nextInt(labels);
      final int said = random.nextInt(5) == 0 ? random.nextInt(labels) : label;
      return example(
          List.of(said, 10 + random.nextInt(weights.length - 10)), List.of(1f, 1f), label);
    }
  }
}
