package org.majorant.research.bench;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.majorant.demo.broker.TemporaryDirectory;
import org.majorant.file.train.FileTrainer;
import org.majorant.file.train.TrainingReport;
import org.majorant.file.train.TrainingSettings;
import org.majorant.schema.ModelSpec;
import org.majorant.solve.StopRule;
import org.majorant.train.Solver;

/**
 * What a streaming pass as a warm start saves: Newton's method and L-BFGS after it, against L-BFGS
 * from zero, until J is within a relative gap of the optimum. The pass itself counts, in passes and
 * in seconds. liblinear, in a process of its own, ends at the same J: of two labels its objective
 * is ours.
 *
 * <p>Our three alternate, so that a noisy machine is unkind to all alike; the first measurements,
 * in which the code is compiled, are not counted.
 */
public final class TrainBench {
  private static final int WARM_UP = 5;

  private final DataSet data;
  private final FileTrainer trainer;
  private final double l2;
  private final double gap;
  private final int rounds;

  /**
   * @param l2 λ, a total over the data
   * @param gap (J − J*)/J* at the end
   * @param rounds measurements of each
   */
  public TrainBench(final DataSet data, final double l2, final double gap, final int rounds) {
    this.data = data;
    trainer = new FileTrainer(data.data().spec("bench", "diagonal"), data.train());
    this.l2 = l2;
    this.gap = gap;
    this.rounds = rounds;
  }

  /**
   * One way to the optimum; seconds are the median.
   *
   * @param passesRatio to L-BFGS from zero; null: it is that
   * @param secondsRatio likewise
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Way(
      Solver solver,
      boolean warmStart,
      int iterations,
      long passes,
      double seconds,
      Double passesRatio,
      Double secondsRatio) {}

  /**
   * What was measured.
   *
   * @param ways L-BFGS from zero, then what is compared with it
   * @param liblinearSeconds the median; null where it was not measured
   * @param newtonToLiblinear seconds of the second way, which has the streaming pass, to
   *     liblinear's
   * @param unavailable why liblinear was not measured; null where it was, or was not wanted
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Result(
      int examples,
      List<Way> ways,
      Double liblinearSeconds,
      Double newtonToLiblinear,
      String unavailable) {}

  /**
   * Measures.
   *
   * @param peers null: none
   */
  public Result run(final Peers peers) throws Exception {
    final TrainingReport best = train(Solver.NEWTON, true, StopRule.of(500, 1e-10));
    final StopRule rule = new StopRule(10_000, 0, best.objective(), gap);
    final List<TrainingReport> cold = new ArrayList<>();
    final List<TrainingReport> newton = new ArrayList<>();
    final List<TrainingReport> lbfgs = new ArrayList<>();
    for (int round = -WARM_UP; round < rounds; round++) {
      if (round == 0) {
        List.of(cold, newton, lbfgs).forEach(List::clear);
      }
      cold.add(train(Solver.LBFGS, false, rule));
      newton.add(train(Solver.NEWTON, true, rule));
      lbfgs.add(train(Solver.LBFGS, true, rule));
    }
    final Way peer = way(cold, false, null);
    final List<Way> ways = List.of(peer, way(newton, true, peer), way(lbfgs, true, peer));
    final double target = best.objective() * (1 + gap);
    return TemporaryDirectory.use(dir -> beside(dir, peers, ways, target));
  }

  private Result beside(
      final Path dir, final Peers peers, final List<Way> ways, final double target)
      throws IOException, InterruptedException {
    final int examples = data.train().size();
    if (peers == null) {
      return new Result(examples, ways, null, null, null);
    }
    final ModelSpec spec = data.data().spec("bench", "diagonal");
    try {
      final Path file = PeerFile.write(spec, null, data.train(), dir.resolve("train"));
      final double seconds =
          peers.run(Peer.LIBLINEAR, file, file, WARM_UP + rounds, l2, target).seconds();
      return new Result(examples, ways, seconds, ways.get(1).seconds() / seconds, null);
    } catch (final Peer.Unavailable e) {
      return new Result(examples, ways, null, null, e.getMessage());
    }
  }

  private TrainingReport train(final Solver solver, final boolean warmStart, final StopRule rule) {
    final TrainingSettings settings = new TrainingSettings(solver, l2, warmStart, null, rule);
    return trainer.train(settings, i -> {}, List.of()).report();
  }

  private static Way way(
      final List<TrainingReport> reports, final boolean warmStart, final Way peer) {
    final TrainingReport one = reports.get(0); // but for the seconds all are the same
    final double seconds =
        Alternation.median(reports.stream().mapToDouble(TrainingReport::seconds).toArray());
    return new Way(
        one.solver(),
        warmStart,
        one.iterations().size() - 1,
        one.passes(),
        seconds,
        peer == null ? null : (double) one.passes() / peer.passes(),
        peer == null ? null : seconds / peer.seconds());
  }
}
