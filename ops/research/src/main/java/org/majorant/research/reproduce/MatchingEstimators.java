package org.majorant.research.reproduce;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.majorant.demo.KnownMatching;
import org.majorant.file.evaluate.Evaluator;
import org.majorant.matching.MatchingGraph;
import org.majorant.ops.terminal.TextTable.Column;
import org.majorant.research.reproduce.matching.ExactLikelihood;
import org.majorant.research.reproduce.matching.LikelihoodBounds;
import org.majorant.research.reproduce.matching.MatchingProgram;
import org.majorant.research.reproduce.matching.MatchingRivals;
import org.majorant.research.reproduce.matching.MatchingSampler;
import org.majorant.schema.ModelSpec;
import org.majorant.solve.Lbfgs;
import org.majorant.solve.StopRule;
import org.majorant.spec.SpecFile;

/**
 * What is lost where a convex program takes the place of the likelihood of matchings: matchings of
 * two sides are drawn exactly, by a θ that is known, and few enough that the exact maximum of the
 * likelihood can be found beside those of the programs (Tang, Ruozzi, Belanger and Jebara 2015).
 */
public final class MatchingEstimators implements Reproduction {
  private static final double[] LENGTHS = {1, 3, 6};
  private static final int WIDTH = 8;
  private static final double L2 = 1;
  private static final long SEED = 1;

  private static final String TRUTH = "truth";
  static final String EXACT = "exact";
  static final String BETHE = "κ 1, Bethe";
  static final String OURS = "κ 1 - 1/n";
  static final String BEST_MATCHINGS = "frank-wolfe";
  static final String ABOVE = "κ 0";
  private static final String STREAMED = "one pass";

  private final int size;
  private final int train;
  private final int test;
  private final MatchingGraph graph;
  private final ModelSpec spec;
  private final List<Row> rows = new ArrayList<>();

  /** Eight pairs a matching, 150 matchings to learn, and 200 to test. */
  public MatchingEstimators() {
    this(8, 150, 200);
  }

  MatchingEstimators(final int size, final int train, final int test) {
    this.size = size;
    this.train = train;
    this.test = test;
    graph = KnownMatching.square(size);
    spec =
        SpecFile.read(
            ("{model: pairs, task: matching, max-edges: %d, features: {dimension: %d},"
                    + " curvature: {memory: full}}")
                .formatted(graph.edges(), WIDTH));
  }

  /**
   * An estimate.
   *
   * @param length |θ|, θ the true one
   * @param error how far from the true one, over its length
   * @param shrunk its length over that of the true one
   * @param objective minus the exact log-likelihood of what was learned, with the prior, a pair
   * @param nats minus the exact log-likelihood of the test, a pair
   * @param wrong share of the test's pairs
   * @param programs how far apart log Z_1 and log Z_0 are, a pair
   * @param least the same of the bounds that a prediction has
   * @param outside matchings of the test whose exact value is not between these
   * @param cost what it took to come near the optimum: sweeps of messages, or best matchings
   */
  public record Row(
      double length,
      String estimator,
      double error,
      double shrunk,
      double objective,
      double nats,
      double wrong,
      double programs,
      double least,
      int outside,
      Long cost)
      implements Reproduction.Row {
    @Override
    public List<String> cells() {
      return List.of(
          "%.0f".formatted(length),
          estimator,
          "%.3f".formatted(error),
          "%.3f".formatted(shrunk),
          "%.4f".formatted(objective),
          "%.4f".formatted(nats),
          "%.4f".formatted(wrong),
          "%.3f".formatted(programs),
          "%.3f".formatted(least),
          "%d".formatted(outside),
          cost == null ? "" : "%d".formatted(cost));
    }
  }

  @Override
  public List<Column> columns() {
    return List.of(
        Column.number("|θ|", 3),
        Column.text("estimator", 12),
        Column.number("error", 6),
        Column.number("shrunk", 6),
        Column.number("train", 6),
        Column.number("nats", 6),
        Column.number("wrong", 6),
        Column.number("Z0-Z1", 6),
        Column.number("apart", 6),
        Column.number("outside", 7),
        Column.number("cost", 8));
  }

  @Override
  public int size() {
    return 7 * LENGTHS.length;
  }

  @Override
  public List<String> notes() {
    return Stream.concat(
            Stream.of(
                "error is |estimate - θ| / |θ|, shrunk |estimate| / |θ|. train is the objective of"
                    + " the exact maximum of the likelihood, nats its held-out loss, both exact and"
                    + " a pair; wrong is the share of pairs. Z0-Z1 is how far the programs of κ 0"
                    + " and κ 1 are apart at the estimate, the two sides of the paper; apart the"
                    + " same of the bounds that a prediction has; outside counts matchings that are"
                    + " not within both.",
                "cost is counted until the objective of the program is within 0.1 % of its least:"
                    + " sweeps of messages over a graph, or best matchings (frank-wolfe, for the"
                    + " program of κ 1 - 1/n).",
                "κ 0 has the entropy that is sure to bound log Z from above, as the paper's"
                    + " reweighted one is; κ 1 - 1/n is ours. The paper learns a matrix of scores,"
                    + " and here the scores have features."),
            EstimatorClaims.of(rows, test).stream().map(PaperClaim::line))
        .toList();
  }

  @Override
  public void run(final Consumer<Reproduction.Row> each) {
    for (final double length : LENGTHS) {
      final Random random = new Random(SEED);
      final double[] theta = random.doubles(WIDTH, -1, 1).toArray();
      final double norm = norm(theta);
      Arrays.setAll(theta, k -> length * theta[k] / norm);
      final MatchingSampler sampler = new MatchingSampler(graph, theta, random);
      new Comparison(
              length,
              theta,
              drawn(sampler, random, train),
              drawn(sampler, random, test),
              row -> {
                rows.add(row);
                each.accept(row);
              })
          .run();
    }
  }

  /** All estimates of one θ. */
  private final class Comparison {
    private final double length;
    private final double[] truth;
    private final List<KnownMatching> learned;
    private final List<KnownMatching> held;
    private final Consumer<Row> each;
    private final ExactLikelihood likelihood;

    Comparison(
        final double length,
        final double[] truth,
        final List<KnownMatching> learned,
        final List<KnownMatching> held,
        final Consumer<Row> each) {
      this.length = length;
      this.truth = truth;
      this.learned = learned;
      this.held = held;
      this.each = each;
      likelihood = new ExactLikelihood(learned, L2);
    }

    void run() {
      take(TRUTH, truth, null);
      take(EXACT, exact(), null);
      final MatchingProgram.Fit bethe = program(1).lbfgs();
      take(BETHE, bethe.theta(), bethe.cost());
      final MatchingProgram.Fit ours = program(1 - 1.0 / size).lbfgs();
      take(OURS, ours.theta(), ours.cost());
      final MatchingProgram.Fit same = program(1 - 1.0 / size).frankWolfe(ours.objective());
      take(BEST_MATCHINGS, same.theta(), same.cost());
      final MatchingProgram.Fit above = program(0).lbfgs();
      take(ABOVE, above.theta(), above.cost());
      final List<byte[]> records = learned.stream().map(KnownMatching::record).toList();
      take(STREAMED, new Evaluator(spec).learn(records).theta(), null);
    }

    private double[] exact() {
      return Lbfgs.minimise(
              likelihood,
              new double[WIDTH],
              StopRule.of(500, 1e-5),
              (iteration, evaluations, value, norm) -> {})
          .theta();
    }

    private MatchingProgram program(final double kappa) {
      return new MatchingProgram(spec, learned, graph.withKappa(kappa), L2);
    }

    private void take(final String name, final double[] theta, final Long cost) {
      final double[] apart = new double[WIDTH];
      Arrays.setAll(apart, k -> theta[k] - truth[k]);
      final LikelihoodBounds bounds = LikelihoodBounds.of(held, theta);
      each.accept(
          new Row(
              length,
              name,
              norm(apart) / length,
              norm(theta) / length,
              likelihood.valueAndGradient(theta, new double[WIDTH]) / (learned.size() * size),
              bounds.nats(),
              new MatchingRivals(held).error(theta),
              bounds.programs(),
              bounds.least(),
              bounds.outside(),
              cost));
    }
  }

  private static double norm(final double[] theta) {
    return Math.sqrt(KnownMatching.dot(theta, theta));
  }

  private List<KnownMatching> drawn(
      final MatchingSampler sampler, final Random random, final int count) {
    return IntStream.range(0, count)
        .mapToObj(
            i -> {
              final double[][] features = new double[graph.edges()][WIDTH];
              for (final double[] x : features) {
                Arrays.setAll(x, k -> (float) random.nextGaussian()); // as a record has it
              }
              return sampler.draw(features);
            })
        .toList();
  }
}
