package org.majorant.research.reproduce;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.majorant.demo.KnownMatching;
import org.majorant.file.evaluate.Evaluator;
import org.majorant.file.train.FileTrainer;
import org.majorant.file.train.TrainingSettings;
import org.majorant.matching.MatchingGraph;
import org.majorant.ops.terminal.TextTable.Column;
import org.majorant.research.reproduce.matching.MatchingRivals;
import org.majorant.research.reproduce.matching.MatchingSampler;
import org.majorant.research.reproduce.matching.Questionnaire;
import org.majorant.schema.ModelSpec;
import org.majorant.solve.StopRule;
import org.majorant.spec.SpecFile;
import org.majorant.train.Loss;
import org.majorant.train.Solver;
import org.majorant.train.Trainer;

/**
 * Who shares a room with whom, by a questionnaire: halls of students without sides, matched two by
 * two. Learned by the matchings' likelihood, by whether each edge is there, and by best matchings
 * (the experiment of Tang, Ruozzi, Belanger and Jebara 2015, on a population of our own).
 */
public final class Roommates implements Reproduction {
  private static final double L2 = 1;
  private static final long SEED = 1;
  private static final int PASSES = 20;
  private static final int MARGIN_PASSES = 50;
  private static final double[] MARGIN_PRIORS = {1, 0.1, 0.01};

  private static final String NEAR = "near, not learned";
  private static final String LOGISTIC = "logistic";
  private static final String PERCEPTRON = "perceptron";
  private static final String SVM = "svm";
  private static final String BATCH = "L-BFGS";

  private final Path out;
  private final MatchingGraph graph;
  private final double[] truth;
  private final List<KnownMatching> train;
  private final List<KnownMatching> test;
  private final List<Row> rows = new ArrayList<>();

  /**
   * Halls of 14 students: 100 to learn, and 300 to test.
   *
   * @param out where ROC curves are drawn
   */
  public Roommates(final Path out) {
    this(out, 14, 100, 300);
  }

  Roommates(final Path out, final int students, final int train, final int test) {
    this.out = out;
    graph = KnownMatching.complete(students);
    final Random random = new Random(SEED);
    truth = Questionnaire.drawn(random);
    final MatchingSampler sampler = new MatchingSampler(graph, truth, random);
    this.train = halls(sampler, random, train);
    this.test = halls(sampler, random, test);
  }

  private List<KnownMatching> halls(
      final MatchingSampler sampler, final Random random, final int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> sampler.draw(Questionnaire.edges(graph, random)))
        .toList();
  }

  /**
   * A model on test halls.
   *
   * @param wrong share of students with another roommate than they have
   * @param sureHalf the same of the half of them that it is surest of
   * @param edgeArea under the ROC curve of all pairs, by their scores alone
   * @param area the same by their marginals
   * @param at1 share of roommates found where that of others is 1 %, by marginals
   * @param at5 5 %
   * @param at10 10 %
   */
  public record Row(
      String model,
      double wrong,
      double sureHalf,
      double edgeArea,
      double area,
      double at1,
      double at5,
      double at10)
      implements Reproduction.Row {
    @Override
    public List<String> cells() {
      final List<String> cells = new ArrayList<>(List.of(model));
      for (final double share : new double[] {wrong, sureHalf, edgeArea, area, at1, at5, at10}) {
        cells.add("%.4f".formatted(share));
      }
      return cells;
    }
  }

  @Override
  public List<Column> columns() {
    return List.of(
        Column.text("model", 18),
        Column.number("wrong", 6),
        Column.number("half", 6),
        Column.number("edge auc", 8),
        Column.number("auc", 6),
        Column.number("at 1%", 6),
        Column.number("at 5%", 6),
        Column.number("at 10%", 6));
  }

  @Override
  public int size() {
    return learners().size();
  }

  @Override
  public void run(final Consumer<Reproduction.Row> each) {
    final RocImage image = new RocImage();
    learners()
        .forEach(
            (name, learner) -> {
              final RoommateScores scores = RoommateScores.of(test, learner.get());
              final Roc roc = scores.byMarginal();
              image.add(name, roc);
              rows.add(
                  new Row(
                      name,
                      scores.wrong(1),
                      scores.wrong(0.5),
                      scores.byScore().area(),
                      roc.area(),
                      roc.at(0.01),
                      roc.at(0.05),
                      roc.at(0.1)));
              each.accept(rows.get(rows.size() - 1));
            });
    image.write(out);
  }

  private Map<String, Supplier<double[]>> learners() {
    final Map<String, Supplier<double[]>> learners = new LinkedHashMap<>();
    learners.put(NEAR, Questionnaire::near);
    learners.put(LOGISTIC, this::logistic);
    learners.put(PERCEPTRON, () -> new MatchingRivals(train).perceptron(PASSES));
    learners.put(SVM, this::maxMargin);
    learners.put("one pass, diagonal", () -> streamed("curvature: {memory: diagonal}"));
    learners.put("diagonal, l2 3", () -> streamed("curvature: {memory: diagonal}, prior: {l2: 3}"));
    learners.put("one pass, full", () -> streamed("curvature: {memory: full}"));
    learners.put("full, l2 3", () -> streamed("curvature: {memory: full}, prior: {l2: 3}"));
    learners.put(BATCH, this::batch);
    learners.put("truth", () -> truth);
    return learners;
  }

  @Override
  public List<String> notes() {
    return Stream.concat(
            Stream.of(
                "wrong is the share of students with another roommate than they have, half the same"
                    + " of the half that a model is surest of. edge auc is the area under the ROC"
                    + " curve of all pairs by their scores, as the paper has it, auc that by their"
                    + " marginals, and at 1% the share of roommates found there where that of"
                    + " others is 1 %.",
                "The matchings are drawn exactly, by the weights of the last row. A pass has the"
                    + " prior that a spec has where it names none, or l2 3. That of svm is the best"
                    + " of three in hindsight.",
                out + " has the curves by marginals."),
            claims().stream().map(PaperClaim::line))
        .toList();
  }

  /** What the paper says of its students, after the run. */
  private List<PaperClaim> claims() {
    if (rows.isEmpty()) {
      return List.of();
    }
    final Row batch = row(BATCH);
    final List<Row> rivals = List.of(row(NEAR), row(LOGISTIC), row(PERCEPTRON), row(SVM));
    final double best = rivals.stream().mapToDouble(Row::at1).max().orElseThrow();
    return List.of(
        new PaperClaim(
            "learning ranks pairs better than distances that all count alike, %.4f to %.4f"
                .formatted(batch.edgeArea(), row(NEAR).edgeArea()),
            batch.edgeArea() > row(NEAR).edgeArea()),
        new PaperClaim(
            "it finds more than all others at few false positives, %.4f to %.4f at 1 %%"
                .formatted(batch.at1(), best),
            batch.at1() > best),
        new PaperClaim(
            "perceptron and svm rank pairs worse than these distances, %.4f and %.4f to %.4f"
                .formatted(row(PERCEPTRON).edgeArea(), row(SVM).edgeArea(), row(NEAR).edgeArea()),
            Math.max(row(PERCEPTRON).edgeArea(), row(SVM).edgeArea()) < row(NEAR).edgeArea()));
  }

  private Row row(final String model) {
    return rows.stream().filter(r -> r.model().equals(model)).findFirst().orElseThrow();
  }

  /** Each edge by itself, with an intercept, which no matching sees. */
  private double[] logistic() {
    final double[][] edges =
        train.stream().flatMap(hall -> Arrays.stream(hall.features())).toArray(double[][]::new);
    final int[] labels =
        train.stream()
            .flatMapToInt(
                hall -> IntStream.range(0, hall.chosen().length).map(e -> hall.chosen()[e] ? 1 : 0))
            .toArray();
    final Loss loss = new Table(edges, labels, 2).dataSet().loss(1, 2);
    final double[] theta =
        Trainer.train(
                loss,
                new double[loss.parameters()],
                L2,
                Solver.NEWTON,
                StopRule.of(100, 1e-4),
                i -> {})
            .theta();
    return IntStream.range(1, theta.length / 2)
        .mapToDouble(k -> theta[2 * k + 1] - theta[2 * k])
        .toArray();
  }

  private double[] maxMargin() {
    final MatchingRivals rivals = new MatchingRivals(train);
    final MatchingRivals judge = new MatchingRivals(test);
    return Arrays.stream(MARGIN_PRIORS)
        .mapToObj(prior -> rivals.maxMargin(prior, MARGIN_PASSES))
        .min(Comparator.comparingDouble(judge::error))
        .orElseThrow();
  }

  private double[] streamed(final String settings) {
    return new Evaluator(spec(settings)).learn(records()).theta();
  }

  private double[] batch() {
    final TrainingSettings settings =
        new TrainingSettings(Solver.LBFGS, L2, false, null, StopRule.of(200, 1e-4));
    return new FileTrainer(spec("curvature: {memory: full}"), records())
        .train(settings, i -> {}, List.of())
        .model()
        .weights();
  }

  private List<byte[]> records() {
    return train.stream().map(KnownMatching::record).toList();
  }

  private ModelSpec spec(final String settings) {
    return SpecFile.read(
        "{model: roommates, task: matching, max-edges: %d, features: {dimension: %d}, %s}"
            .formatted(graph.edges(), Questionnaire.width(), settings));
  }
}
