package org.majorant.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.features.Dimensions;
import org.majorant.features.Example;
import org.majorant.features.ExampleMapper;
import org.majorant.features.FeatureMoments;
import org.majorant.features.FeatureSpace;
import org.majorant.features.Views;
import org.majorant.growth.Growth;
import org.majorant.lineage.LearnedState;
import org.majorant.memory.Site;
import org.majorant.memory.SiteCodec;
import org.majorant.memory.Surrogate;
import org.majorant.merge.Base;
import org.majorant.schema.Indexed;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Moments;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Sequence;
import org.majorant.schema.SparseVector;
import org.majorant.schema.Task;
import org.majorant.spec.SpecException;
import org.majorant.spec.SpecFile;
import org.majorant.tally.Baselines;
import org.majorant.tally.Tallies;

/** What was learned of a spec is the same in a wider one. */
class GrowthTest {
  private static final int EXAMPLES = 300;

  private static final String NAMES = "features: {names: [a, b, c, d=x, d=y]}";
  private static final String MORE = "features: {names: [a, e=x, b, c, d=x, d=z, d=y, f]}";
  private static final String NUMBERS =
      "features: {names: [a, b, d=x, d=y], standardize: 100, numbers: [a, b]}";
  private static final String MORE_BESIDE =
      "features: {names: [e=x, a, b, d=x, d=z, d=y], standardize: 100, numbers: [a, b]}";

  /** Each weight of before is one of after, solved from the same A and b. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "labels: [p, q]          | labels: [p, q]          | same",
        "labels: [p, q]          | labels: [o, p, q]       | labels",
        "labels: [p, q, r]       | labels: [p, s, q, r, t] | labels",
        "labels: [p, q], NAMES   | labels: [p, q], MORE    | names",
        "labels: [p, q, r], NAMES | labels: [p, q, r, s], MORE | both",
        "labels: [p, q, r], curvature: {memory: diagonal}, NAMES | labels: [p, q, r, s], curvature: {memory: diagonal}, MORE | diagonal",
        "labels: [p, q], curvature: {memory: low-rank, rank: 2}, NAMES | labels: [p, q, r], curvature: {memory: low-rank, rank: 2}, MORE | low-rank",
        "labels: [p, q], forgetting: {half-lives: [50, 500]}, NAMES | labels: [p, q, r], forgetting: {half-lives: [50, 500]}, MORE | memories",
        "labels: [p, q], features: {dimension: 4} | labels: [p, q, r], features: {dimension: 6} | dimension",
        "labels: [p, q], features: {hash-bits: 6} | labels: [p, q, r], features: {hash-bits: 6} | hashed",
        "labels: [p, q], features: {names: [a, b], quadratic: true} | labels: [p, q], features: {names: [a, g, b], quadratic: true} | squares",
        "labels: [p, q], views: [linear, hats, products, crosses], NUMBERS | labels: [p, q], views: [linear, hats, products, crosses], MORE_BESIDE | views",
        "labels: [p, q], views: [hats, linear], NUMBERS | labels: [p, q, r], views: [hats, linear], NUMBERS | labels-of-views",
        "labels: [p, q], views: [linear, counts], features: {names: [a, b, c]} | labels: [p, q], views: [linear, counts], features: {names: [a, b, c, e=x]} | counts",
        "labels: [p, q], views: [linear], NUMBERS | labels: [p, q], views: [hats, linear], MORE_BESIDE | more-views",
        "labels: [p, q], NAMES | labels: [p, q], views: [linear, crosses], MORE | views-of-a-linear-model",
        "task: sequence, labels: [p, q], features: {hash-bits: 6} | task: sequence, labels: [p, r, q], features: {hash-bits: 6} | sequence",
      })
  void learnedWeights_areTheSameInAWiderSpec(
      final String less, final String more, final String what) {
    final ModelSpec before = spec("m", less);
    final ModelSpec after = spec("m2", more);
    final LearnedState state = learned(before);
    final Growth growth = Growth.of(before, after);
    final LearnedState grown = state.grown(growth);
    final double[] theta = theta(before, state);
    final double[] wide = theta(after, grown);
    final int[] sources = growth.vectors();
    double largest = 0;
    for (int feature = 0; feature < Dimensions.of(before).features(); feature++) {
      for (int v = 0; v < sources.length; v++) {
        final int now = place(growth, feature);
        if (sources[v] >= 0 && now >= 0 && !(v > 0 && isOfStack(before, feature))) {
          final double was = theta[feature * Dimensions.of(before).vectors() + sources[v]];
          largest = Math.max(largest, Math.abs(was));
          assertThat(wide[now * sources.length + v])
              .as("%s: feature %d, vector %d", what, feature, v)
              .isCloseTo(isOfStack(before, feature) ? was : growth.factor(v) * was, within(1e-9));
        }
      }
    }
    assertThat(largest).isGreaterThan(0.05);
  }

  private static boolean isOfStack(final ModelSpec spec, final int feature) {
    return Views.areIn(spec) && feature >= Views.of(spec).end();
  }

  /** -1: of a stack that learns anew. */
  private static int place(final Growth growth, final int feature) {
    if (!Views.areIn(growth.after())) {
      return growth.feature(feature);
    }
    final List<Views.Block> blocks = Views.of(growth.after()).blocks();
    final boolean linear = !Views.areIn(growth.before());
    for (final Views.Block to : blocks) {
      final int source = growth.view(to.number());
      final int offset =
          linear || source < 0 ? 0 : Views.of(growth.before()).blocks().get(source).offset();
      final int end =
          source < 0
              ? 0
              : linear
                  ? Dimensions.of(growth.before()).features()
                  : Views.of(growth.before()).blocks().get(source).end();
      if (source >= 0 && feature >= offset && feature < end) {
        return to.offset() + growth.feature(to.number(), feature - offset);
      }
    }
    return growth.before().getViews().equals(growth.after().getViews())
        ? Views.of(growth.after()).end() + feature - Views.of(growth.before()).end()
        : -1;
  }

  /** A new label is improbable at first, and learned as it comes. */
  @ParameterizedTest
  @CsvSource({"2, full", "2, diagonal", "3, full", "3, diagonal"})
  void newLabel_isAsProbableAsOneThatNeverCame(final int labels, final String memory) {
    final String curvature = ", curvature: {memory: %s}".formatted(memory);
    final ModelSpec before = spec("m", "labels: " + labels(labels) + curvature);
    final ModelSpec after = spec("m", "labels: " + labels(labels + 1) + curvature);
    final LearnedState grown = learned(before).grown(Growth.of(before, after));
    final Learner learner = new Learner(after, new Baselines(labels + 1));
    learner.adopt(site(after, grown), List.of());
    final ExampleMapper mapper = new ExampleMapper(after, new FeatureSpace(after));
    final String fresh = after.getLabels().get(labels);
    final double first = learner.learn(map(mapper, point(new Random(1), fresh)), 0);
    assertThat(first).isBetween(0.5 * Math.log(EXAMPLES), 3 * Math.log(EXAMPLES));
    double last = first;
    for (int i = 0; i < 20; i++) {
      last = learner.learn(map(mapper, point(new Random(i), fresh)), 0);
    }
    assertThat(last).isLessThan(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "labels: [p, q] | labels: [p, r] | labels: 'q' was learned",
        "labels: [p, q] | labels: [q, p, r] | labels: those that were learned are to stay in their order",
        "labels: [p, q], NAMES | labels: [p, q], features: {names: [a, b]} | features.names: 'c' was learned",
        "labels: [p, q], NAMES | labels: [p, q], features: {dimension: 9} | was learned with names",
        "labels: [p, q], features: {dimension: 9} | labels: [p, q], features: {dimension: 8} | features.dimension: 9 were learned",
        "labels: [p, q], features: {hash-bits: 6} | labels: [p, q], features: {hash-bits: 7} | features.hash-bits: 6 were learned; with more",
        "labels: [p, q], features: {hash-bits: 6} | labels: [p, q], features: {hash-bits: 5} | was learned with hash-bits 6",
        "labels: [p, q], NUMBERS | labels: [p, q], features: {names: [a, b, d=x, d=y], standardize: 100} | features.numbers",
        "labels: [p, q], NUMBERS | labels: [p, q], NAMES | features.standardize is absent",
        "labels: [p, q], features: {dimension: 4, standardize: 100} | labels: [p, q], features: {dimension: 5, standardize: 100} | features.numbers",
        "labels: [p, q], curvature: {memory: full} | labels: [p, q], curvature: {memory: diagonal} | curvature.memory is",
        "labels: [p, q], views: [linear, hats], NUMBERS | labels: [p, q], views: [linear], NUMBERS | views is",
        "labels: [p, q], NUMBERS | labels: [p, q], views: [linear, hats], NUMBERS | quantiles",
        "labels: [p, q, r], views: [linear, counts], features: {hash-bits: 9} | labels: [p, q, r, s], views: [linear, counts], features: {hash-bits: 9} | views: linear was learned in a memory",
        "labels: {open: 3, known: [p, q]}, views: [linear, counts], features: {hash-bits: 9} | labels: {open: 4}, views: [linear, counts], features: {hash-bits: 9} | views: linear was learned in a memory",
        "labels: [p, q], features: {names: [a, b], rff: 4, bandwidth: 1} | labels: [p, q], features: {names: [a, b, c], rff: 4, bandwidth: 1} | features.rff",
        "labels: [p, q], latent: 2, NAMES | labels: [p, q, r], latent: 2, NAMES | latent: hidden states",
        "labels: [p, q], latent: 2, NAMES | model: n, labels: [p, q], latent: 2, NAMES | latent: hidden states",
        "task: sequence, labels: [p, q], features: {hash-bits: 6} | task: choice, features: {hash-bits: 6} | task is",
      })
  void whatHasNoPlace_isRefusedInALine(final String less, final String more, final String fault) {
    final ModelSpec before = spec("m", less);
    final ModelSpec after = spec("m", more);
    final LearnedState state = learned(before);
    assertThatThrownBy(() -> state.grown(Growth.of(before, after)))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining(fault)
        .hasMessageNotContaining("\n");
  }

  /** A column that is more than before is another reading of the same features. */
  @Test
  void columns_mayBeMore() {
    final ModelSpec before =
        spec("m", "labels: [p, q], columns: {category: [a]}, features: {hash-bits: 6}");
    final ModelSpec after =
        spec(
            "m",
            "labels: [p, q], columns: {category: [b, a], ignore: [c]}, features: {hash-bits: 6}");
    assertThat(Growth.of(before, after).feature(5)).isEqualTo(5);
    assertThatThrownBy(() -> Growth.of(after, before)).hasMessageContaining("columns.category");
  }

  private static ModelSpec spec(final String model, final String fields) {
    final String full =
        fields
            .replace("MORE_BESIDE", MORE_BESIDE)
            .replace("NUMBERS", NUMBERS)
            .replace("NAMES", NAMES)
            .replace("MORE", MORE);
    return SpecFile.read(
        "{%s%s%s}"
            .formatted(
                full.contains("model:") ? "" : "model: " + model + ", ",
                full,
                full.contains("features") ? "" : ", features: {names: [a, b]}"));
  }

  private static String labels(final int count) {
    return List.of("p", "q", "r", "s").subList(0, count).toString();
  }

  /** The state after some drawn examples. */
  private static LearnedState learned(final ModelSpec spec) {
    final Random random = new Random(1);
    final List<LabeledExample> examples = new ArrayList<>();
    for (int i = 0; i < EXAMPLES; i++) {
      final int labels = Math.max(1, spec.getLabels().size());
      final String label = spec.getLabels().isEmpty() ? "" : spec.getLabels().get(i % labels);
      examples.add(
          spec.getTask() == Task.SEQUENCE
              ? sequence(random, spec)
              : byIndex(spec, point(random, label)));
    }
    final Moments moments = moments(spec, examples);
    final ExampleMapper mapper = new ExampleMapper(spec, new FeatureSpace(spec, moments));
    final Learner learner = new Learner(spec, new Baselines(spec.getLabels().size()));
    for (int i = 0; i < EXAMPLES; i++) {
      learner.learn(map(mapper, examples.get(i)), i);
    }
    final var tally = Tallies.empty();
    tally.setExamples(EXAMPLES);
    return new LearnedState(
        Base.head(spec, 1).setTally(tally).setMoments(moments).build(),
        SiteCodec.encode(learner.ship(false)),
        List.of());
  }

  private static Moments moments(final ModelSpec spec, final List<LabeledExample> examples) {
    if (!FeatureMoments.areNeeded(spec)) {
      return null;
    }
    final FeatureMoments first = new FeatureMoments(spec);
    final ExampleMapper counting = new ExampleMapper(spec, new FeatureSpace(spec, first));
    examples.forEach(example -> map(counting, example));
    return FeatureMoments.merge(spec, List.of(first.toMoments()));
  }

  private static LabeledExample point(final Random random, final String label) {
    final float shift = label.isEmpty() ? 0 : label.charAt(0) - 'p';
    final NamedFeatures features =
        new NamedFeatures(
            List.of("a", "b", "c", random.nextBoolean() ? "d=x" : "d=y"),
            List.of(
                shift + (float) random.nextGaussian(),
                (float) random.nextGaussian(),
                random.nextFloat(),
                1f));
    return new LabeledExample(null, null, 1.0, new Point(features, label, null, null));
  }

  /** By index, where a spec has no names. */
  private static LabeledExample byIndex(final ModelSpec spec, final LabeledExample example) {
    final Point point = (Point) example.getStructure();
    if (spec.getFeatures().getSpace() instanceof Indexed) {
      final List<Float> values = ((NamedFeatures) point.getFeatures()).getValues();
      point.setFeatures(new SparseVector(List.of(0, 1, 2, 3), values));
    }
    return example;
  }

  private static LabeledExample sequence(final Random random, final ModelSpec spec) {
    final List<Object> tokens = new ArrayList<>();
    final List<String> labels = new ArrayList<>();
    for (int t = 0; t < 5; t++) {
      final int label = random.nextInt(3) == 0 ? 0 : 1;
      labels.add(spec.getLabels().get(label));
      tokens.add(
          new NamedFeatures(List.of("w=" + label, "x=" + random.nextInt(2)), List.of(1f, 1f)));
    }
    return new LabeledExample(null, null, 1.0, new Sequence(tokens, labels, null));
  }

  private static Example map(final ExampleMapper mapper, final LabeledExample example) {
    try {
      return mapper.labeled(example);
    } catch (final RejectedExample e) {
      throw new AssertionError(e);
    }
  }

  private static double[] theta(final ModelSpec spec, final LearnedState state) {
    final Surrogate surrogate = Surrogate.of(spec);
    surrogate.add(site(spec, state));
    return surrogate.solve().theta();
  }

  private static Site site(final ModelSpec spec, final LearnedState state) {
    return SiteCodec.decode(ByteBuffer.wrap(state.data()), spec);
  }
}
