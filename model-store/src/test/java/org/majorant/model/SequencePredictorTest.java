package org.majorant.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.majorant.features.ExampleMapper;
import org.majorant.features.FeatureSpace;
import org.majorant.features.SparseSequence;
import org.majorant.model.SequencePredictor.SequencePrediction;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.Member;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;
import org.majorant.schema.Sequence;
import org.majorant.schema.SparseVector;
import org.majorant.schema.Transition;
import org.majorant.spec.SpecFile;

class SequencePredictorTest {
  private static final int M = 3;
  private static final int FEATURES = 4;
  private static final List<List<Double>> NONE = null;
  private static final ModelSpec FREE = spec("[]");
  private static final ModelSpec FORBIDDEN = spec("[[[START, O], I-X]]");

  @Test
  void predictGiven_isTheConditionalOfAllLabellings() throws Exception {
    for (int seed = 0; seed < 300; seed++) {
      final SplittableRandom random = new SplittableRandom(seed);
      final ModelSpec spec = seed % 2 == 0 ? FREE : FORBIDDEN;
      final SequencePredictor predictor = predictor(spec, random);
      final int[] features = random.ints(1 + random.nextInt(5), 0, FEATURES).toArray();
      final String[] given = new String[features.length];
      for (int t = 0; t < given.length; t++) {
        given[t] = random.nextInt(3) > 0 ? null : t == 0 ? "O" : "B-X";
      }
      final double[] p = new double[features.length * M];
      final int[] best = enumerate(predictor, features, given, NONE, p).best;

      final SequencePrediction prediction =
          predictor.predictGiven(example(features, Arrays.asList(given)));
      for (int t = 0; t < given.length; t++) {
        assertThat(prediction.labels().get(t))
            .as("seed %d", seed)
            .isEqualTo(spec.getLabels().get(best[t]));
        for (int u = 0; u < M; u++) {
          assertThat(prediction.probabilities().get(t).get(spec.getLabels().get(u)))
              .as("seed %d, token %d", seed, t)
              .isCloseTo(p[t * M + u], within(1e-12));
        }
      }
      assertThat(predictor.predict(example(features, Arrays.asList(given))))
          .isEqualTo(predictor.predict(example(features, List.of())));
      assertThat(predictor.predictGiven(example(features, List.of())))
          .isEqualTo(predictor.predict(example(features, List.of())));
    }
  }

  @Test
  void predict_whatIsForbidden_hasProbabilityZeroAndIsNeverTheBest() throws Exception {
    for (int seed = 0; seed < 300; seed++) {
      final SplittableRandom random = new SplittableRandom(seed);
      final int[] features = random.ints(1 + random.nextInt(8), 0, FEATURES).toArray();
      final SequencePrediction prediction =
          predictor(FORBIDDEN, random).predict(example(features, List.of()));
      assertThat(prediction.probabilities().get(0).get("I-X")).isEqualTo(0.0);
      String before = "O";
      for (final String label : prediction.labels()) {
        assertThat(before.equals("O") && label.equals("I-X")).as("seed %d", seed).isFalse();
        before = label;
      }
    }
  }

  @Test
  void predictGiven_whatCannotBe_isRejectedWithItsReason() {
    final SequencePredictor predictor = predictor(FORBIDDEN, new SplittableRandom(1));
    final RejectedExample rejected =
        catchThrowableOfType(
            RejectedExample.class,
            () ->
                predictor.predictGiven(
                    example(new int[] {0, 1, 2}, Arrays.asList(null, "O", "I-X"))));
    assertThat(rejected.reason()).isEqualTo(Rejection.LABEL);
    assertThat(rejected).hasMessageStartingWith("token 2, counted from 0: label 'I-X' cannot come");
  }

  /** With −∞ for some labels, also where transitions are forbidden. */
  @Test
  void predict_logPriorOfTokens_isTheConditionalOfAllLabellings() throws Exception {
    for (int seed = 0; seed < 400; seed++) {
      final SplittableRandom random = new SplittableRandom(seed);
      final ModelSpec spec = seed % 2 == 0 ? FREE : FORBIDDEN;
      final SequencePredictor predictor = predictor(spec, random);
      final int[] features = random.ints(1 + random.nextInt(5), 0, FEATURES).toArray();
      final List<List<Double>> prior = new ArrayList<>();
      for (int t = 0; t < features.length; t++) {
        prior.add(random.nextInt(3) == 0 ? null : row(random));
      }
      final String[] given = new String[features.length];
      final LabeledExample free = example(features, List.of(), prior);
      requireConditional(predictor, features, given, prior, predictor.predict(free));
      given[0] = "B-X";
      final LabeledExample partly = example(features, Arrays.asList(given), prior);
      requireConditional(predictor, features, given, prior, predictor.predictGiven(partly));
      assertThat(predictor.predict(partly)).isEqualTo(predictor.predict(free));
    }
  }

  /** B-X always stays possible. */
  private static List<Double> row(final SplittableRandom random) {
    final double never = Double.NEGATIVE_INFINITY;
    return List.of(
        random.nextBoolean() ? never : random.nextDouble() - 2,
        3 * random.nextDouble(),
        random.nextBoolean() ? never : 2 * random.nextDouble());
  }

  private static void requireConditional(
      final SequencePredictor predictor,
      final int[] features,
      final String[] given,
      final List<List<Double>> prior,
      final SequencePrediction prediction) {
    final List<String> names = predictor.model().spec().getLabels();
    final double[] p = new double[features.length * M];
    final int[] best = enumerate(predictor, features, given, prior, p).best;
    for (int t = 0; t < features.length; t++) {
      assertThat(prediction.labels().get(t)).as("%s", prior).isEqualTo(names.get(best[t]));
      for (int u = 0; u < M; u++) {
        final double actual = prediction.probabilities().get(t).get(names.get(u));
        if (p[t * M + u] == 0) {
          assertThat(actual).as("%s", prior).isEqualTo(0.0);
        } else {
          assertThat(actual).as("%s", prior).isCloseTo(p[t * M + u], within(1e-12));
        }
      }
    }
  }

  /** log Z of the labels that agree less log Z of all, whatever constant a row has. */
  @Test
  void logLikelihood_underALogPrior_isThatOfAllLabellings() throws Exception {
    final ModelSpec spec = FORBIDDEN;
    for (int seed = 0; seed < 200; seed++) {
      final SplittableRandom random = new SplittableRandom(seed);
      final SequencePredictor predictor = predictor(spec, random);
      final int[] features = random.ints(3, 0, FEATURES).toArray();
      final List<List<Double>> prior = List.of(row(random), row(random), row(random));
      final String[] given = {null, "B-X", null};
      final double[] p = new double[3 * M];
      final double all = enumerate(predictor, features, new String[3], prior, p).mass;
      final double agreeing = enumerate(predictor, features, given, prior, p).mass;
      final LabeledExample example = example(features, Arrays.asList(given), prior);
      final SparseSequence x =
          (SparseSequence) new ExampleMapper(spec, new FeatureSpace(spec)).labeled(example);
      final Scorer scorer = new Scorer(predictor.model());
      scorer.read(x);
      assertThat(-scorer.loss())
          .as("seed %d", seed)
          .isCloseTo(Math.log(agreeing / all), within(1e-12));
    }
  }

  /** Of all labellings: each member's own model is one whose weights are a θ_l. */
  @Test
  void members_predictTogether_asTheMixtureOfTheirModels() throws Exception {
    for (int seed = 0; seed < 300; seed++) {
      final SplittableRandom random = new SplittableRandom(seed);
      final ModelSpec spec = seed % 2 == 0 ? FREE : FORBIDDEN;
      final List<Member> members = members(random);
      final Model model = model(spec, random).mixing(members);
      final int[] features = random.ints(1 + random.nextInt(4), 0, FEATURES).toArray();
      final List<List<Double>> prior = new ArrayList<>();
      for (int t = 0; t < features.length; t++) {
        prior.add(random.nextInt(3) == 0 ? null : row(random));
      }
      final String[] given = new String[features.length];
      for (int t = 0; t < given.length; t++) {
        given[t] = random.nextBoolean() ? null : "B-X";
      }
      final double[] expected = new double[features.length * M];
      double likelihood = 0;
      double heaviest = 0;
      int[] best = null;
      for (final Member member : members) {
        final double[] p = new double[expected.length];
        final SequencePredictor alone = new SequencePredictor(alone(model, member));
        final double all = enumerate(alone, features, new String[given.length], prior, p).mass;
        Arrays.fill(p, 0);
        final Best agreeing = enumerate(alone, features, given, prior, p);
        final double weight = member.getWeight() * agreeing.mass / all;
        likelihood += weight;
        best = weight > heaviest ? agreeing.best : best;
        heaviest = Math.max(weight, heaviest);
        for (int i = 0; i < p.length; i++) {
          expected[i] += weight * p[i];
        }
      }
      final LabeledExample example = example(features, Arrays.asList(given), prior);
      final Scorer scorer = new Scorer(model);
      final SparseSequence x =
          (SparseSequence) new ExampleMapper(spec, new FeatureSpace(spec)).labeled(example);
      scorer.read(x);
      assertThat(-scorer.loss()).as("seed %d", seed).isCloseTo(Math.log(likelihood), within(1e-9));
      if (x.isLabeled()) {
        scorer.condition();
      }
      assertThat(Arrays.copyOf(scorer.labels(), best.length)).as("seed %d", seed).isEqualTo(best);
      final double[] p = scorer.probabilities();
      for (int i = 0; i < expected.length; i++) {
        assertThat(p[i]).as("seed %d", seed).isCloseTo(expected[i] / likelihood, within(1e-9));
      }
    }
  }

  private static List<Member> members(final SplittableRandom random) {
    final List<Member> members = new ArrayList<>();
    double rest = 1;
    for (final double prior : new double[] {1, 0.5}) {
      for (final double temperature : new double[] {1, 1.25}) {
        final double weight = members.size() < 3 ? rest * random.nextDouble() : rest;
        members.add(new Member(prior, temperature, weight, null, 0.0, 0));
        rest -= weight;
      }
    }
    return members;
  }

  private static Model model(final ModelSpec spec, final SplittableRandom random) {
    final double[] theta = random.doubles((FEATURES + M) * M, -2, 2).toArray();
    final float[] precision = new float[theta.length];
    for (int at = 0; at < precision.length; at++) {
      precision[at] = (float) (prior(spec, at) * (1 + 3 * random.nextDouble()));
    }
    return new Model(spec, 7, theta, precision, new float[FEATURES + M]);
  }

  /** A member's weights as a model of their own. */
  private static Model alone(final Model model, final Member member) {
    final double[] theta = model.weights().clone();
    for (int at = 0; at < theta.length; at++) {
      final double precision = model.precision()[at];
      final double without = precision - prior(model.spec(), at); // A
      final double strength = member.getPrior() * prior(model.spec(), at);
      theta[at] *= member.getTemperature() * precision / (without + strength);
    }
    return new Model(model.spec(), 7, theta, model.precision(), model.rms());
  }

  private static double prior(final ModelSpec spec, final int at) {
    return spec.getL2() + (at < FEATURES * M ? 0 : 5);
  }

  /** Of the labellings that agree: the best, and e^(log Z). */
  private record Best(int[] best, double mass) {}

  /** The best of the labellings that agree, and in p their marginals. */
  private static Best enumerate(
      final SequencePredictor predictor,
      final int[] features,
      final String[] given,
      final List<List<Double>> prior,
      final double[] p) {
    final ModelSpec spec = predictor.model().spec();
    final double[] theta = predictor.model().weights();
    final int[] path = new int[features.length];
    int[] best = null;
    double most = 0;
    double mass = 0;
    for (int code = 0; code < Math.pow(M, path.length); code++) {
      boolean agrees = true;
      double score = 0;
      for (int t = 0, rest = code; t < path.length; t++, rest /= M) {
        path[t] = rest % M;
        final String label = spec.getLabels().get(path[t]);
        final String before = t == 0 ? null : spec.getLabels().get(path[t - 1]);
        agrees &= given[t] == null || given[t].equals(label);
        agrees &= !spec.getForbidden().contains(new Transition(before, label));
        score += theta[features[t] * M + path[t]];
        score += t == 0 ? 0 : theta[(FEATURES + path[t - 1]) * M + path[t]];
        score += prior == null || prior.get(t) == null ? 0 : prior.get(t).get(path[t]);
      }
      if (agrees) {
        final double share = Math.exp(score);
        mass += share;
        for (int t = 0; t < path.length; t++) {
          p[t * M + path[t]] += share;
        }
        if (share > most) {
          most = share;
          best = path.clone();
        }
      }
    }
    for (int i = 0; i < p.length; i++) {
      p[i] /= mass;
    }
    return new Best(best, mass);
  }

  private static LabeledExample example(final int[] features, final List<String> labels) {
    return example(features, labels, NONE);
  }

  private static LabeledExample example(
      final int[] features, final List<String> labels, final List<List<Double>> prior) {
    final List<Object> tokens = new ArrayList<>();
    for (final int feature : features) {
      tokens.add(new SparseVector(List.of(feature), List.of()));
    }
    return new LabeledExample(null, null, 1.0, new Sequence(tokens, labels, prior));
  }

  private static SequencePredictor predictor(final ModelSpec spec, final SplittableRandom random) {
    final double[] theta = random.doubles((FEATURES + M) * M, -2, 2).toArray();
    return new SequencePredictor(
        new Model(spec, 7, theta, new float[theta.length], new float[FEATURES + M]));
  }

  private static ModelSpec spec(final String forbidden) {
    return SpecFile.read(
        "{model: m, task: sequence, labels: [O, B-X, I-X], features: {dimension: "
            + FEATURES
            + ", intercept: false}, transitions: {forbidden: "
            + forbidden
            + "}}");
  }
}
