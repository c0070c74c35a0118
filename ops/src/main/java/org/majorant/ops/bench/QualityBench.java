package org.majorant.ops.bench;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.majorant.file.evaluate.Evaluation;
import org.majorant.file.evaluate.Evaluator;
import org.majorant.file.evaluate.Rounds;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Task;
import org.majorant.spec.Spelling;

/**
 * How well the learner learns beside others, with one pass and each with its defaults: the
 * progressive loss, which the stream pays, and the loss on examples that are held out. All learn
 * the same features in the same order. Seconds are of learning in memory, without Kafka.
 */
public final class QualityBench {
  private final DataSet data;
  private final int rounds;

  /**
   * One learner of a data set; examples are tokens, and losses a token's, where it has sentences.
   *
   * @param seconds the median
   * @param progressiveLogLoss null of batches
   * @param unavailable why it was not measured; null where it was
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Row(
      String data,
      String learner,
      Double examplesPerSecond,
      Double seconds,
      Double progressiveLogLoss,
      Double heldOutLogLoss,
      String unavailable) {}

  /**
   * @param rounds how often each learns
   */
  public QualityBench(final DataSet data, final int rounds) {
    this.data = data;
    this.rounds = rounds;
  }

  /** How many learners there are with peers. */
  public int learners() {
    return curvatures().size() + peers().size();
  }

  private List<Peer> peers() {
    return data.data().spec("bench", "diagonal").getTask() == Task.SEQUENCE
        ? List.of(Peer.MALLET)
        : List.of(Peer.VW, Peer.MOA, Peer.TRIBUO, Peer.LIBLINEAR);
  }

  /**
   * Measures.
   *
   * @param peers null: none
   * @param done is told how many learners are done
   */
  public List<Row> run(final Peers peers, final IntConsumer done) throws Exception {
    return BenchDirectory.use(dir -> run(dir, peers, done));
  }

  private List<Row> run(final Path dir, final Peers peers, final IntConsumer done)
      throws IOException, InterruptedException {
    final List<Row> rows = new ArrayList<>();
    for (final String curvature : curvatures()) {
      rows.add(ours(curvature));
      done.accept(rows.size());
    }
    if (peers != null) {
      final ModelSpec spec = data.data().spec("bench", "diagonal");
      final Path train = PeerFile.write(spec, data.train(), dir.resolve("train"));
      final Path test = PeerFile.write(spec, data.test(), dir.resolve("test"));
      for (final Peer peer : peers()) {
        rows.add(theirs(peers, peer, train, test));
        done.accept(rows.size());
      }
    }
    return rows;
  }

  /** Diagonal, and what a model of that size gets by itself. */
  private List<String> curvatures() {
    final String automatic = Spelling.of(data.data().spec("bench", "auto").getCurvature());
    return Stream.of("diagonal", automatic).distinct().toList();
  }

  private Row ours(final String curvature) {
    final Evaluator evaluator = new Evaluator(data.data().spec("bench", curvature));
    final double[] seconds = new double[rounds];
    Evaluation evaluation = null;
    for (int round = 0; round < rounds; round++) {
      evaluation = evaluator.run(data.train(), 1, Rounds.ALONE, data.test());
      seconds[round] = evaluation.seconds();
    }
    final double median = TurnByTurn.median(seconds);
    return new Row(
        data.name(),
        "Majorant, " + curvature,
        (evaluation.tokens() == null ? evaluation.examples() : evaluation.tokens()) / median,
        median,
        evaluation.progressiveLogLoss(),
        evaluation.heldOutLogLoss(),
        null);
  }

  private Row theirs(final Peers peers, final Peer peer, final Path train, final Path test)
      throws IOException, InterruptedException {
    try {
      final Peer.Outcome o = peers.run(peer, train, test, rounds);
      return new Row(
          data.name(),
          peer.title(),
          o.examplesPerSecond(),
          o.seconds(),
          o.progressiveLogLoss(),
          o.heldOutLogLoss(),
          null);
    } catch (final Peer.Unavailable e) {
      return new Row(data.name(), peer.title(), null, null, null, null, e.getMessage());
    }
  }
}
