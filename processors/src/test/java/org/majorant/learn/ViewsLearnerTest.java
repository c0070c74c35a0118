package org.majorant.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.features.ExampleMapper;
import org.majorant.features.FeatureMoments;
import org.majorant.features.FeatureNames;
import org.majorant.features.FeatureSpace;
import org.majorant.features.SparsePoint;
import org.majorant.features.Views;
import org.majorant.memory.Site;
import org.majorant.memory.SiteCodec;
import org.majorant.memory.Surrogate;
import org.majorant.model.Explainer;
import org.majorant.model.MemberRules;
import org.majorant.model.Mixture;
import org.majorant.model.Model;
import org.majorant.model.PointPredictor;
import org.majorant.model.Scorer;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.Member;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Moments;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Tally;
import org.majorant.spec.SpecFile;
import org.majorant.tally.Baselines;

/** Models with views, of labels that follow from a product and from an interval. */
class ViewsLearnerTest {
  private static final String VIEWS = "[linear, hats, products]";

  @ParameterizedTest
  @CsvSource({"2, diagonal", "3, diagonal", "2, full", "3, full"})
  void whatNoLinearModelSees_isLearned(final int labels, final String memory) {
    final ModelSpec linear = spec(labels, memory, "[]");
    final ModelSpec views = spec(labels, memory, VIEWS);
    final double without = loss(linear, 3000);
    assertThat(loss(views, 3000)).isLessThan(0.6 * without);
  }

  /** Quarters are coarse: what is learned of a product by them is less than by itself. */
  @ParameterizedTest
  @CsvSource({"2, diagonal", "3, diagonal", "2, full", "3, full"})
  void whatQuartersSay_isLearnedOfTheirPairs(final int labels, final String memory) {
    final double without = loss(spec(labels, memory, "[linear]"), 3000);
    assertThat(loss(spec(labels, memory, "[linear, crosses]"), 3000)).isLessThan(0.8 * without);
  }

  /** A version predicts as the worker that made it would. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2 | diagonal | [linear, hats, products]",
        "3 | diagonal | [linear, hats, products]",
        "2 | full     | [linear, hats, products]",
        "3 | full     | [linear, hats, products]",
        "2 | diagonal | [linear, counts]",
        "3 | full     | [counts, linear]",
        "2 | diagonal | [linear, crosses]",
        "3 | full     | [hats, crosses]"
      })
  void version_predictsAsTheWorker(final int labels, final String memory, final String views) {
    final ModelSpec spec = spec(labels, memory, views);
    final Stream stream = new Stream(spec, 1);
    final Learner learner = new Learner(spec, new Baselines(labels));
    learn(learner, stream, 0, 1500);
    final Model model = version(spec, stream.moments, learner);
    MemberRules.require(spec, model.members(), model.commonSquare());
    double worker = 0;
    double version = 0;
    for (int i = 0; i < 300; i++) {
      final LabeledExample next = stream.next();
      final Scorer scorer = new Scorer(model);
      scorer.read(stream.map(next));
      version += scorer.loss();
      final SparsePoint x = stream.map(next);
      x.weight = 1e-9; // teaches next to nothing
      worker += learner.learn(x, 1499);
    }
    assertThat(version).isCloseTo(worker, withinPercentage(2));
  }

  /** What a version says of itself gives the weights by which its other priors read. */
  @ParameterizedTest
  @ValueSource(strings = {"[linear, hats, products]", "[linear, counts]", "[counts, linear]"})
  void memberOfAnotherPrior_hasTheWeightsThatThisPriorGives(final String views) {
    final ModelSpec spec = spec(3, "diagonal", views);
    final Stream stream = new Stream(spec, 1);
    final Learner learner = new Learner(spec, new Baselines(3));
    learn(learner, stream, 0, 500);
    final Site site = learner.ship(false);
    final Model model = version(spec, stream.moments, site, learner.shipMembers());
    for (final Member member : model.members()) {
      if (member.getView() < spec.getViews().size()) {
        final double l2 = member.getPrior() * spec.getL2();
        final Surrogate other = Surrogate.of(ModelSpec.newBuilder(spec).setL2(l2).build());
        other.add(site);
        final double[] theta = other.solve().theta();
        final Views.Block block = Views.of(spec).blocks().get(member.getView());
        for (int at = 3 * block.offset(); at < 3 * block.end(); at++) {
          assertThat(model.weights(member).applyAsDouble(at)).isCloseTo(theta[at], within(1e-5));
        }
      }
    }
  }

  /**
   * A version does not list what was never seen. Its score once counted as infinitely unsure, so
   * that one new category took all that the stack reads by variance.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2 | [linear, hats, products]",
        "3 | [linear, hats, products]",
        "2 | [linear, counts]",
        "3 | [linear, counts]",
        "2 | [linear, crosses]"
      })
  void version_predictsAsTheWorker_alsoAnExampleWithANewFeature(
      final int labels, final String views) {
    final ModelSpec spec = hashed(labels, views);
    final Stream stream = new Stream(spec, 1);
    final Learner learner = new Learner(spec, new Baselines(labels));
    learn(learner, stream, 0, 1500);
    final Site site = learner.ship(false);
    final double[] losses = learner.shipMembers();
    final Model model = version(spec, stream.moments, site, losses);
    for (int feature = 0; feature < model.rms().length; feature++) {
      if (model.rms()[feature] == 0) { // as ModelCodec reads it back
        final int vectors = model.precision().length / model.rms().length;
        Arrays.fill(model.precision(), feature * vectors, (feature + 1) * vectors, 0);
      }
    }
    double worker = 0;
    double version = 0;
    for (int i = 0; i < 200; i++) {
      final LabeledExample next = stream.next("plan=new");
      final Scorer scorer = new Scorer(model);
      scorer.read(stream.map(next));
      version += scorer.loss();
      final Learner other = new Learner(spec, new Baselines(labels));
      other.adopt(site, List.of()); // anew, or the feature would no longer be new
      other.startMembers(losses, 1500);
      worker += other.learn(stream.map(next), 1500);
    }
    assertThat(version).isCloseTo(worker, withinPercentage(2));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2 | [linear, hats, products]",
        "3 | [linear, hats, products]",
        "3 | [linear, counts]",
        "2 | [linear, crosses]"
      })
  void shippedSites_addUp_andAreReadAsTheyWereWritten(final int labels, final String views) {
    final ModelSpec spec = spec(labels, "full", views);
    final Stream one = new Stream(spec, 1);
    final Stream same = new Stream(spec, 1);
    final Learner whole = new Learner(spec, new Baselines(labels));
    final Learner pieces = new Learner(spec, new Baselines(labels));
    final Surrogate merged = Surrogate.of(spec);
    for (int piece = 0; piece < 5; piece++) {
      learn(whole, one, 100 * piece, 100);
      learn(pieces, same, 100 * piece, 100);
      final byte[] bytes = SiteCodec.encode(pieces.ship(false));
      assertThat(bytes).hasSize((int) SiteCodec.bytes(decode(bytes, spec)));
      assertThat(SiteCodec.encode(decode(bytes, spec))).isEqualTo(bytes);
      merged.add(decode(bytes, spec));
      for (int length = 0; length < bytes.length; length += 1 + bytes.length / 50) {
        assertRefused(Arrays.copyOf(bytes, length), spec);
      }
      assertRefused(Arrays.copyOf(bytes, bytes.length + 1), spec);
    }
    final Surrogate expected = Surrogate.of(spec);
    expected.add(whole.ship(false));
    assertThat(merged.solve().theta()).containsExactly(expected.solve().theta(), within(1e-8));
  }

  /** A model file, or a version, of which members are cut out would predict by nothing. */
  @Test
  void membersThatAreNotThoseOfTheViews_areRefused() {
    final ModelSpec spec = spec(2, "diagonal", VIEWS);
    final List<Member> members = Mixture.of(spec).members(List.of(), List.of());
    MemberRules.require(spec, members, 0);
    final List<Member> alone = List.of(new Member(1.0, 1.0, 1.0, null, 0.0, 0));
    final List<Member> reversed = new ArrayList<>(members);
    Collections.reverse(reversed);
    for (final List<Member> others : List.of(List.<Member>of(), alone, reversed)) {
      assertThatThrownBy(() -> MemberRules.require(spec, others, 0))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("members that are not those of a mixture");
    }
  }

  /** A version's explanation adds up to the score by which the stack predicts. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2 | diagonal | [linear, hats, products]",
        "3 | full     | [linear, hats, products]",
        "2 | full     | [linear, counts]",
        "3 | diagonal | [counts, linear]",
        "3 | diagonal | [linear, crosses]"
      })
  void explanation_addsUpToTheStacksScore(final int labels, final String memory, final String views)
      throws Exception {
    final ModelSpec spec = spec(labels, memory, views);
    final Stream stream = new Stream(spec, 1);
    final Learner learner = new Learner(spec, new Baselines(labels));
    learn(learner, stream, 0, 800);
    final Model version = version(spec, stream.moments, learner);
    final int stack = version.members().get(version.members().size() - 1).getView();
    final Model model = onlyStack(version, stack);
    final Explainer explainer =
        new Explainer(model, new FeatureNames(spec, List.of()), Explainer.MOST);
    for (int i = 0; i < 20; i++) {
      final LabeledExample example = stream.next();
      final PointPredictor.PointPrediction prediction = new PointPredictor(model).predict(example);
      final var explained = explainer.explain(prediction, example).explain();
      final double[] p =
          prediction.probabilities().values().stream().mapToDouble(Double::doubleValue).toArray();
      final int last = explained.size() - 1;
      final double odds =
          labels == 2
              ? explained.get(0).score()
              : explained.get(last).score() - explained.get(0).score();
      assertThat(odds).isCloseTo(Math.log(p[labels - 1] / p[0]), within(1e-6));
    }
  }

  /** The same version, in which the stack predicts alone, as sure as it is. */
  private static Model onlyStack(final Model version, final int stack) {
    final List<org.majorant.schema.Member> members = new ArrayList<>();
    for (final Member m : version.members()) {
      final boolean chosen = m.getView() == stack && m.getTemperature() == 1;
      members.add(
          new Member(
              m.getPrior(),
              m.getTemperature(),
              chosen ? 1.0 : 0.0,
              m.getWeights(),
              m.getHalfLife(),
              m.getView()));
    }
    return version.mixing(members);
  }

  private static Site decode(final byte[] bytes, final ModelSpec spec) {
    return SiteCodec.decode(ByteBuffer.wrap(bytes), spec);
  }

  private static void assertRefused(final byte[] bytes, final ModelSpec spec) {
    assertThatThrownBy(() -> decode(bytes, spec)).isInstanceOf(IllegalArgumentException.class);
  }

  private static Model version(final ModelSpec spec, final Moments moments, final Learner learner) {
    return version(spec, moments, learner.ship(false), learner.shipMembers());
  }

  private static Model version(
      final ModelSpec spec, final Moments moments, final Site site, final double[] losses) {
    final Surrogate base = Surrogate.of(spec);
    base.add(site);
    final Surrogate.Solution solution = base.solve();
    return solution
        .model(spec, 1)
        .with(moments)
        .mixing(solution.members(spec, Arrays.stream(losses).boxed().toList()));
  }

  private static double loss(final ModelSpec spec, final int examples) {
    final int labels = spec.getLabels().size();
    final Learner learner = new Learner(spec, new Baselines(labels));
    learn(learner, new Stream(spec, 1), 0, examples);
    final Tally tally = learner.takeTally();
    assertThat(tally.getSlackMin()).isBetween(-1e-9, 1.0); // of all views, as LearnerTest has it
    return tally.getLogLoss();
  }

  private static void learn(
      final Learner learner, final Stream stream, final int from, final int count) {
    for (int i = from; i < from + count; i++) {
      learner.learn(stream.map(stream.next()), i);
    }
  }

  private static ModelSpec spec(final int labels, final String memory, final String views) {
    return SpecFile.read(
        """
        model: m
        labels: [%s]
        features: {names: [u, v, w]%s}
        curvature: {memory: %s}
        views: %s
        """
            .formatted(
                labels == 2 ? "a, b" : "a, b, c",
                areOfCounts(views) ? "" : ", standardize: 200",
                memory,
                views));
  }

  private static boolean areOfCounts(final String views) {
    return views.contains("counts");
  }

  private static ModelSpec hashed(final int labels, final String views) {
    return SpecFile.read(
        """
        model: m
        labels: [%s]
        features: {hash-bits: %d%s}
        curvature: {memory: diagonal}
        views: %s
        """
            .formatted(
                labels == 2 ? "a, b" : "a, b, c",
                views.contains("crosses") ? 10 : 6, // of which pairs are hashed, too
                areOfCounts(views) ? "" : ", standardize: 200, numbers: [u, v, w]",
                views));
  }

  /** Three numbers; the label is by the sign of u v, and c where w is small. */
  private static final class Stream {
    private final Random random;
    private final int labels;
    private final Moments moments;
    private final ExampleMapper mapper;

    Stream(final ModelSpec spec, final long seed) {
      labels = spec.getLabels().size();
      random = new Random(seed);
      moments = FeatureMoments.areNeeded(spec) ? first(spec) : null;
      mapper = new ExampleMapper(spec, new FeatureSpace(spec, moments));
    }

    private Moments first(final ModelSpec spec) {
      final FeatureMoments first = new FeatureMoments(spec);
      final ExampleMapper counting = new ExampleMapper(spec, new FeatureSpace(spec, first));
      for (int i = 0; i < 200; i++) {
        mapBy(counting, next());
      }
      return FeatureMoments.merge(spec, List.of(first.toMoments()));
    }

    LabeledExample next() {
      return next("plan=" + random.nextInt(2));
    }

    /** With a feature that the models by name do not have. */
    LabeledExample next(final String plan) {
      final double u = random.nextGaussian();
      final double v = 3 * random.nextGaussian() + 5;
      final double w = random.nextDouble();
      final boolean positive = u * (v - 5) + 0.5 * random.nextGaussian() > 0;
      final String label = labels == 3 && Math.abs(w - 0.5) < 0.2 ? "c" : positive ? "a" : "b";
      return new LabeledExample(
          null,
          null,
          1.0,
          new Point(
              new NamedFeatures(
                  List.of("u", "v", "w", plan), List.of((float) u, (float) v, (float) w, 1f)),
              label,
              null,
              null));
    }

    SparsePoint map(final LabeledExample example) {
      return mapBy(mapper, example);
    }

    private static SparsePoint mapBy(final ExampleMapper mapper, final LabeledExample example) {
      try {
        return (SparsePoint) mapper.labeled(example);
      } catch (final RejectedExample e) {
        throw new AssertionError(e);
      }
    }
  }
}
