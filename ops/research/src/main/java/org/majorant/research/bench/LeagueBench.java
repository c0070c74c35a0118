package org.majorant.research.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.majorant.demo.broker.TemporaryDirectory;
import org.majorant.features.FeatureMoments;
import org.majorant.file.evaluate.Evaluation;
import org.majorant.file.evaluate.Evaluator;
import org.majorant.file.evaluate.Rounds;
import org.majorant.schema.FeatureSpec;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Moments;
import org.majorant.spec.Spelling;

/**
 * How the learner with the spec that is inferred for a table does beside whatever else learns the
 * table: online, online with the best of some rates, by forests, and in batch. Each sees the same
 * rows in the same order, and of these what suits it:
 *
 * <pre>
 *   all views           FTRL-Proximal and AdaGrad, at the rate with the least progressive loss
 *   the linear view     Vowpal Wabbit and liblinear
 *   values as they are  trees, for which a scale means nothing
 * </pre>
 */
public final class LeagueBench {
  /** What is measured with its views, and what the others are compared with. */
  public static final String OURS = "Majorant";

  /** The same without views. */
  public static final String LINEAR = "Majorant, linear";

  private static final List<Peer> ONLINE = List.of(Peer.VW, Peer.COIN);
  private static final List<Peer> TUNED = List.of(Peer.FTRL, Peer.ADAGRAD);
  private static final List<Peer> FORESTS = List.of(Peer.ARF, Peer.SRP);
  private static final int MOST_FEATURES_OF_FORESTS = 1_000;

  private LeagueBench() {}

  /**
   * A set as it is learned.
   *
   * @param spec with the views that are inferred, if any
   * @param linear the same without views
   */
  public record Entry(
      LeagueSet set, ModelSpec spec, ModelSpec linear, List<byte[]> train, List<byte[]> test) {}

  /**
   * What was measured of a set.
   *
   * @param examples learned
   * @param heldOut scored after it
   * @param labels how many
   * @param views that our spec has
   */
  public record Result(
      LeagueSet set,
      int examples,
      int heldOut,
      int labels,
      List<String> views,
      List<QualityRow> rows) {
    /** The row of a learner. */
    public QualityRow row(final String learner) {
      return rows.stream().filter(row -> row.learner().equals(learner)).findFirst().orElseThrow();
    }
  }

  /**
   * Measures a set.
   *
   * @param peers null: none
   */
  public static Result run(final Entry entry, final Peers peers) throws Exception {
    final List<QualityRow> rows = new ArrayList<>();
    rows.add(ours(OURS, entry.spec(), entry));
    rows.add(ours(LINEAR, entry.linear(), entry));
    if (peers != null) {
      rows.addAll(TemporaryDirectory.use(dir -> theirs(entry, peers, dir)));
    }
    return new Result(
        entry.set(),
        entry.train().size(),
        entry.test().size(),
        entry.spec().getLabels().size(),
        entry.spec().getViews().stream().map(Spelling::of).toList(),
        rows);
  }

  private static QualityRow ours(final String title, final ModelSpec spec, final Entry entry) {
    final Evaluation e = new Evaluator(spec).run(entry.train(), 1, Rounds.ALONE, entry.test());
    return QualityRow.measured(
        title,
        new Peer.Outcome(
            e.examples(),
            e.seconds(),
            e.examplesPerSecond(),
            e.progressiveLogLoss(),
            e.heldOutLogLoss(),
            e.heldOutAccuracy()));
  }

  private static List<QualityRow> theirs(final Entry entry, final Peers peers, final Path dir)
      throws IOException, InterruptedException {
    final Features views = write(entry.spec(), entry, dir.resolve("views"));
    final Features linear = write(entry.linear(), entry, dir.resolve("linear"));
    final Features raw = write(raw(entry.linear()), entry, dir.resolve("raw"));
    final List<QualityRow> rows = new ArrayList<>();
    for (final Peer peer : ONLINE) {
      rows.add(measured(peers, peer, linear));
    }
    for (final Peer peer : TUNED) {
      rows.add(tuned(peers, peer, views));
    }
    for (final Peer peer : FORESTS) {
      rows.add(
          raw.count() > MOST_FEATURES_OF_FORESTS
              ? QualityRow.unavailable(
                  peer.title(),
                  new Peer.Unavailable(
                      "each leaf of its 100 trees has numbers of all of %,d features"
                          .formatted(raw.count())))
              : measured(peers, peer, raw));
    }
    rows.add(measured(peers, Peer.LIBLINEAR, linear));
    rows.add(measured(peers, Peer.XGBOOST, raw));
    return rows;
  }

  /**
   * Files for peers.
   *
   * @param count of the features that any row to learn has
   */
  private record Features(Path train, Path test, int count) {}

  private static Features write(final ModelSpec spec, final Entry entry, final Path file)
      throws IOException {
    final Moments moments = FeatureMoments.of(spec, entry.train());
    final Path train = PeerFile.write(spec, moments, entry.train(), Path.of(file + ".train"));
    final Path test = PeerFile.write(spec, moments, entry.test(), Path.of(file + ".test"));
    try (Stream<String> lines = Files.lines(train)) {
      final long count =
          lines
              .flatMap(line -> Arrays.stream(line.split(" ")).skip(1))
              .map(feature -> feature.substring(0, feature.indexOf(':')))
              .distinct()
              .count();
      return new Features(train, test, Math.toIntExact(count));
    }
  }

  /** The same features as they stand in the file. */
  private static ModelSpec raw(final ModelSpec spec) {
    final FeatureSpec features =
        FeatureSpec.newBuilder(spec.getFeatures())
            .setStandardize(0)
            .setNumbers(List.of())
            .setTransforms(List.of())
            .build();
    return ModelSpec.newBuilder(spec).setFeatures(features).build();
  }

  private static QualityRow measured(final Peers peers, final Peer peer, final Features features)
      throws IOException, InterruptedException {
    try {
      return QualityRow.measured(
          peer.title(), peers.run(peer, features.train(), features.test(), 1));
    } catch (final Peer.Unavailable e) {
      return QualityRow.unavailable(peer.title(), e);
    }
  }

  private static QualityRow tuned(final Peers peers, final Peer peer, final Features features)
      throws IOException, InterruptedException {
    try {
      return Hindsight.best(
          "rate",
          peer.rates(),
          QualityRow::progressiveLogLoss,
          rate ->
              QualityRow.measured(
                  peer.title(), peers.run(peer, features.train(), features.test(), 1, rate)));
    } catch (final Peer.Unavailable e) {
      return QualityRow.unavailable(peer.title(), e);
    }
  }
}
