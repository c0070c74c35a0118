package org.majorant.research.bench.drift;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.majorant.research.bench.Peers;

/**
 * How many examples after a change there is an alarm, and how many alarms there are without one: of
 * the tests that a learner makes, and of ADWIN, which reads the same progressive losses.
 */
public final class DriftBench {
  /** Alarms of ADWIN so close together are one, as those of a learner. */
  private static final long TOGETHER = 5_000;

  /** An alarm that comes so late after an abrupt change counts for it. */
  static final long LATEST = 20_000;

  private final int rounds;
  private final long examples;
  private final Peers peers;

  /**
   * @param rounds how often each stream that changes is drawn
   * @param examples of each stream without a change
   * @param peers null: without ADWIN
   */
  public DriftBench(final int rounds, final long examples, final Peers peers) {
    this.rounds = rounds;
    this.examples = examples;
    this.peers = peers;
  }

  /**
   * How the changes of a stream were noticed, in all rounds.
   *
   * @param told of the changes
   * @param delay examples from a change to its first alarm, the median; null: none was noticed
   * @param more alarms after that of a change, before the next one
   * @param wrong alarms before any change
   */
  public record Alarms(int told, Long delay, int more, int wrong) {}

  /**
   * A stream.
   *
   * @param loss nats an example, the mean
   * @param after the same of the 20,000 examples after each change; null: there is none
   * @param forgetting that with {@code on-drift: forget}; null: it forgets anyway
   * @param adwin null: it was not measured
   */
  public record Row(
      String stream,
      long examples,
      int changes,
      double loss,
      Double after,
      Double forgetting,
      Alarms alarms,
      Alarms adwin) {}

  /** How many streams there are. */
  public int streams() {
    return DriftStream.changing().size() + DriftStream.without(0).size();
  }

  /**
   * Measures.
   *
   * @param done is told each row
   */
  public List<Row> run(final Consumer<Row> done) throws IOException, InterruptedException {
    final List<DriftStream> streams = new ArrayList<>(DriftStream.changing());
    streams.addAll(DriftStream.without(examples));
    final List<Row> rows = new ArrayList<>();
    for (final DriftStream stream : streams) {
      rows.add(row(stream));
      done.accept(rows.get(rows.size() - 1));
    }
    return rows;
  }

  private Row row(final DriftStream stream) throws IOException, InterruptedException {
    final int times = stream.changes().isEmpty() ? 1 : rounds;
    final Path losses = Files.createTempFile("majorant-losses-", ".bin");
    final List<List<Long>> alarms = new ArrayList<>();
    final List<List<Long>> adwin = new ArrayList<>();
    double loss = 0;
    double after = 0;
    double forgetting = 0;
    try {
      for (int round = 0; round < times; round++) {
        final DriftRun run = new DriftRun(stream, stream.spec(), round);
        run.learn(losses);
        alarms.add(run.alarms());
        loss += run.loss() / times;
        after += run.lossAfterChanges() / times;
        if (peers != null) {
          adwin.add(together(peers.adwin(losses)));
        }
        if (stream.mayForget()) {
          final DriftRun other = new DriftRun(stream, stream.forgetting(), round);
          other.learn(losses);
          forgetting += other.lossAfterChanges() / times;
        }
      }
    } finally {
      Files.delete(losses);
    }
    return new Row(
        stream.name(),
        stream.examples(),
        times * stream.changes().size(),
        loss,
        stream.changes().isEmpty() ? null : after,
        stream.mayForget() ? forgetting : null,
        of(stream, alarms),
        peers == null ? null : of(stream, adwin));
  }

  /** The first of those that are close together. */
  private static List<Long> together(final List<Long> alarms) {
    final List<Long> apart = new ArrayList<>();
    for (final long alarm : alarms) {
      if (apart.isEmpty() || alarm - apart.get(apart.size() - 1) > TOGETHER) {
        apart.add(alarm);
      }
    }
    return apart;
  }

  private static Alarms of(final DriftStream stream, final List<List<Long>> rounds) {
    final List<Long> delays = new ArrayList<>();
    final long begin = stream.changes().isEmpty() ? Long.MAX_VALUE : stream.changes().get(0);
    int more = 0;
    int wrong = 0;
    for (final List<Long> alarms : rounds) {
      wrong += (int) alarms.stream().filter(alarm -> alarm < begin).count();
      for (int c = 0; c < stream.changes().size(); c++) {
        final long change = stream.changes().get(c);
        final boolean last = c + 1 == stream.changes().size();
        final long end = last ? Long.MAX_VALUE : stream.changes().get(c + 1);
        final List<Long> after = alarms.stream().filter(a -> a >= change && a < end).toList();
        if (!after.isEmpty() && after.get(0) - change <= LATEST + stream.gradual()) {
          delays.add(after.get(0) - change);
        }
        more += Math.max(0, after.size() - 1);
      }
    }
    delays.sort(null);
    return new Alarms(
        delays.size(), delays.isEmpty() ? null : delays.get(delays.size() / 2), more, wrong);
  }
}
