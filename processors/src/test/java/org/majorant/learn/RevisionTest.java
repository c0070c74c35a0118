package org.majorant.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.decay.Decay;
import org.majorant.features.SparsePoint;
import org.majorant.memory.Site;
import org.majorant.memory.SiteCodec;
import org.majorant.memory.Surrogate;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Tally;
import org.majorant.spec.SpecFile;
import org.majorant.tally.Baselines;

/**
 * A label that comes later corrects the linear part of a site, and nothing else. All values are 1
 * or −1, so that nothing is clipped, and the prior stands where it always does.
 */
class RevisionTest {
  private static final int FEATURES = 12;
  private static final double EXACT = 1e-12;

  private record Learned(SparsePoint x, double time) {}

  /**
   * Others come between: Δb = w·d·(e_true − e_was) x in every memory, and A is the same bits. A
   * fold of low-rank memory keeps θ instead of b, so that there it is what is added after the last
   * fold.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "diagonal | 2 | none               | none",
        "diagonal | 2 | none               | auto",
        "diagonal | 4 | none               | auto",
        "diagonal | 3 | {half-life: 1m}    | auto",
        "diagonal | 2 | {half-life: 90}    | none",
        "full     | 2 | none               | none",
        "full     | 2 | none               | auto",
        "full     | 4 | none               | auto",
        "full     | 3 | {half-life: 1m}    | auto",
        "full     | 2 | {half-life: 90}    | none",
        "full     | 3 | {half-lives: [30, 400]} | auto",
        "low-rank | 2 | none               | none",
        "low-rank | 4 | none               | none",
        "low-rank | 3 | {half-life: 1m}    | none"
      })
  void site_afterRevisions_hasTheTrueLabelsShareAndTheSameCurvature(
      final String curvature, final int labels, final String forgetting, final String members) {
    final ModelSpec spec = spec(curvature, labels, forgetting, members);
    final Random random = new Random(labels);
    final Learner plain = new Learner(spec, new Baselines(labels));
    final Learner revised = new Learner(spec, new Baselines(labels));
    final List<Learned> before = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      final double time = Decay.of(spec).byRecordTime() ? 1000.0 * i : i;
      final SparsePoint x = example(random, labels);
      plain.learn(copy(x, x.label), time);
      revised.learn(copy(x, x.label), time);
      before.add(new Learned(x, time));
    }
    final double[][] expected = new double[FEATURES + 1][];
    final Site without = plain.ship(false);
    final int vectors = without.linear.length / without.size;
    for (int f = 0; f <= FEATURES; f++) {
      expected[f] = new double[vectors];
    }
    final boolean folds = curvature.equals("low-rank");
    final Site folded = folds ? revised.ship(false) : null;
    for (int i = 0; i < 200; i += 7) {
      final Learned learned = before.get(i);
      final int now = (learned.x.label + 1 + random.nextInt(labels - 1)) % labels;
      revised.revise(copy(learned.x, now), learned.x.label, learned.time);
      addExpected(spec, learned, now, without.time, expected);
    }
    final Site with = revised.ship(false);
    assertThat((folds ? folded : with).curvature).containsExactly(without.curvature);
    assertThat((folds ? folded : with).count).containsExactly(without.count);
    assertThat((folds ? folded : with).square).containsExactly(without.square);
    for (int j = 0; j < with.size; j++) {
      for (int c = 0; c < vectors; c++) {
        final double b =
            (folds ? 0 : without.linear[j * vectors + c]) + expected[with.features[j]][c];
        assertThat(with.linear[j * vectors + c])
            .isCloseTo(b, within(EXACT * scale(without.linear)));
      }
    }
  }

  private static void addExpected(
      final ModelSpec spec,
      final Learned learned,
      final int now,
      final double newest,
      final double[][] sum) {
    final List<Decay> decays = new ArrayList<>(List.of(Decay.of(spec)));
    decays.addAll(Decay.others(spec));
    final int outcomes = spec.getLabels().size();
    final int first = outcomes == 2 ? 1 : 0;
    for (int m = 0; m < decays.size(); m++) {
      final double d = learned.x.weight * decays.get(m).factor(learned.time, newest);
      for (int j = 0; j < learned.x.size; j++) {
        for (int c = 0; c < outcomes - first; c++) {
          final int label = c + first;
          final int change = (now == label ? 1 : 0) - (learned.x.label == label ? 1 : 0);
          sum[learned.x.indices[j]][m * (outcomes - first) + c] += d * change * learned.x.values[j];
        }
      }
    }
  }

  /** b − Aθ' = (e_true − p(θ')) x: the site that the true label has, expanded where it was. */
  @ParameterizedTest
  @CsvSource({"diagonal,2", "diagonal,3", "full,2", "full,3"})
  void site_revised_isThatOfTheTrueLabelAtTheSamePoint(final String curvature, final int labels) {
    final ModelSpec spec = spec(curvature, labels, "none", "none");
    final Random random = new Random(7);
    final Learner learner = new Learner(spec, new Baselines(labels));
    final Surrogate surrogate = Surrogate.of(spec);
    for (int i = 0; i < 300; i++) {
      learner.learn(example(random, labels), i);
    }
    surrogate.add(learner.ship(false));
    for (int i = 0; i < 20; i++) {
      final SparsePoint x = example(random, labels);
      learner.learn(copy(x, x.label), 300 + i);
      final Site was = learner.ship(false);
      surrogate.add(was);
      final double[] theta = surrogate.solve().theta();
      final int now = (x.label + 1) % labels;
      learner.revise(copy(x, now), x.label, 300 + i);
      final Site change = learner.ship(false);
      surrogate.add(change);
      assertThat(change.curvature).containsOnly(0);
      final double[] p = probabilities(x, theta, labels);
      final int vectors = p.length == 2 ? 1 : labels;
      for (int j = 0; j < x.size; j++) {
        for (int c = 0; c < vectors; c++) {
          final int label = labels == 2 ? 1 : c;
          final double gradient = x.weight * ((now == label ? 1 : 0) - p[label]) * x.values[j];
          final double b = was.linear[j * vectors + c] + change.linear[j * vectors + c];
          assertThat(b - timesTheta(was, j, c, vectors, theta)).isCloseTo(gradient, within(1e-9));
        }
      }
    }
  }

  private static double timesTheta(
      final Site site, final int j, final int c, final int vectors, final double[] theta) {
    double sum = 0;
    for (int k = 0; k < site.size; k++) {
      final double weight = theta[site.features[k] * vectors + c];
      if (site.curvature.length == site.size * vectors) {
        sum += k == j ? site.curvature[j * vectors + c] * weight : 0;
      } else {
        final int row = Math.min(j, k);
        final int block = c * site.size * (site.size + 1) / 2;
        final int at = block + row * site.size - row * (row - 1) / 2 + Math.max(j, k) - row;
        sum += site.curvature[at] * weight;
      }
    }
    return sum;
  }

  private static double[] probabilities(
      final SparsePoint x, final double[] theta, final int labels) {
    final int vectors = labels == 2 ? 1 : labels;
    final double[] p = new double[labels];
    double sum = 0;
    for (int y = 0; y < labels; y++) {
      double score = 0;
      for (int j = 0; j < x.size && y >= labels - vectors; j++) {
        score += theta[x.indices[j] * vectors + y - labels + vectors] * x.values[j];
      }
      p[y] = Math.exp(score);
      sum += p[y];
    }
    for (int y = 0; y < labels; y++) {
      p[y] /= sum;
    }
    return p;
  }

  /** A worker that goes on predicts as one that begins from what was shipped. */
  @ParameterizedTest
  @ValueSource(strings = {"diagonal", "full", "low-rank"})
  void worker_afterARevision_predictsAsOneThatStartsFromTheSum(final String curvature) {
    final ModelSpec spec = spec(curvature, 3, "none", "none");
    final Random random = new Random(3);
    final Learner learner = new Learner(spec, new Baselines(3));
    final List<SparsePoint> learned = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      learned.add(example(random, 3));
      learner.learn(copy(learned.get(i), learned.get(i).label), i);
    }
    final Surrogate sum = Surrogate.of(spec);
    sum.add(shipped(learner, spec));
    for (int i = 0; i < 60; i++) {
      learner.revise(copy(learned.get(i), 2), learned.get(i).label, i);
    }
    sum.add(shipped(learner, spec));
    if (curvature.equals("low-rank")) {
      sum.solve();
    }
    final Learner other = new Learner(spec, new Baselines(3));
    other.adopt(sum.site(), List.of());
    for (int i = 0; i < 30; i++) {
      final SparsePoint x = example(random, 3);
      assertThat(learner.learn(copy(x, x.label), 200 + i))
          .isCloseTo(other.learn(copy(x, x.label), 200 + i), within(1e-8));
    }
  }

  private static Site shipped(final Learner learner, final ModelSpec spec) {
    return SiteCodec.decode(ByteBuffer.wrap(SiteCodec.encode(learner.ship(false))), spec);
  }

  /** Nothing is learned, or counted as learned, of what was never learned. */
  @ParameterizedTest
  @ValueSource(strings = {"diagonal", "full", "low-rank"})
  void revision_ofFeaturesThatNoExampleHad_leavesThemOut(final String curvature) {
    final ModelSpec spec = spec(curvature, 2, "none", "none");
    final Learner learner = new Learner(spec, new Baselines(2));
    learner.revise(example(new Random(1), 2), 0, 0);
    assertThat(shipped(learner, spec).size()).isZero();
  }

  @Test
  void tally_countsRevisionsApart_andFrequenciesMove() {
    final ModelSpec spec = spec("diagonal", 2, "none", "none");
    final Learner learner = new Learner(spec, new Baselines(2));
    final SparsePoint x = example(new Random(1), 2);
    learner.learn(copy(x, 0), 0);
    learner.learn(copy(x, 0), 1);
    learner.revise(copy(x, 1), 0, 0);
    final Tally tally = learner.takeTally();
    assertThat(tally.getExamples()).isEqualTo(2);
    assertThat(tally.getRevised()).isOne();
    assertThat(tally.getWeight()).isEqualTo(2 * x.weight);
    assertThat(learner.baselines().labelCounts()).containsExactly(1, 1);
  }

  private static double scale(final double[] numbers) {
    double most = 1;
    for (final double number : numbers) {
      most = Math.max(most, Math.abs(number));
    }
    return most;
  }

  private static SparsePoint example(final Random random, final int labels) {
    final SparsePoint x = new SparsePoint();
    x.weight = 0.5 + random.nextInt(4) / 2.0;
    double score = 0;
    for (int f = 0; f < FEATURES; f++) {
      if (random.nextInt(3) == 0) {
        x.indices[x.size] = f;
        x.values[x.size] = random.nextBoolean() ? 1 : -1;
        score += Math.sin(5 * f) * x.values[x.size++];
      }
    }
    x.indices[x.size] = FEATURES;
    x.values[x.size++] = 1;
    x.label = random.nextInt(3) == 0 ? random.nextInt(labels) : (int) Math.abs(3 * score) % labels;
    return x;
  }

  private static SparsePoint copy(final SparsePoint x, final int label) {
    final SparsePoint copy = new SparsePoint();
    copy.size = x.size;
    System.arraycopy(x.indices, 0, copy.indices, 0, x.size);
    System.arraycopy(x.values, 0, copy.values, 0, x.size);
    copy.weight = x.weight;
    copy.label = label;
    return copy;
  }

  private static ModelSpec spec(
      final String curvature, final int labels, final String forgetting, final String members) {
    return SpecFile.read(
        """
        model: test
        labels: [%s]
        features: {dimension: %d}
        curvature: {memory: %s%s}
        forgetting: %s
        members: %s
        """
            .formatted(
                "a, b, c, d".substring(0, 3 * labels - 2),
                FEATURES,
                curvature,
                curvature.equals("low-rank") ? ", rank: 16" : "",
                forgetting,
                members));
  }
}
