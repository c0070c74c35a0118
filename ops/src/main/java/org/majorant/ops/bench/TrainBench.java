package org.majorant.ops.bench;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.List;
import org.majorant.file.train.FileTrainer;
import org.majorant.file.train.TrainingReport;
import org.majorant.file.train.TrainingSettings;
import org.majorant.schema.ModelSpec;
import org.majorant.solve.StopRule;
import org.majorant.train.Solver;

/**
 * What a streaming pass as a warm start saves: Newton's method and L-BFGS after it, against L-BFGS
 * from zero, until J is within a relative gap of the optimum. The pass itself counts, in passes and
 * in seconds.
 *
 * <p>The three take turns, so that a noisy machine is unkind to all alike; the first turns, in
 * which the code is compiled, are not counted.
 */
public final class TrainBench {
  private static final int WARM_UP = 5;

  private final FileTrainer trainer;
  private final double l2;
  private final double gap;
  private final int rounds;

  /**
   * @param l2 λ, a total over the data
   * @param gap (J − J*)/J* at the end
   * @param rounds turns of each of the three
   */
  public TrainBench(
      final ModelSpec spec,
      final List<byte[]> records,
      final double l2,
      final double gap,
      final int rounds) {
    trainer = new FileTrainer(spec, records);
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

  /** L-BFGS from zero, then what is compared with it. */
  public List<Way> run() {
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
    return List.of(peer, way(newton, true, peer), way(lbfgs, true, peer));
  }

  private TrainingReport train(final Solver solver, final boolean warmStart, final StopRule rule) {
    final TrainingSettings settings = new TrainingSettings(solver, l2, warmStart, null, rule);
    return trainer.train(settings, i -> {}, List.of()).report();
  }

  private static Way way(
      final List<TrainingReport> reports, final boolean warmStart, final Way peer) {
    final TrainingReport one = reports.get(0); // but for the seconds all are the same
    final double seconds = median(reports);
    return new Way(
        one.solver(),
        warmStart,
        one.iterations().size() - 1,
        one.passes(),
        seconds,
        peer == null ? null : (double) one.passes() / peer.passes(),
        peer == null ? null : seconds / peer.seconds());
  }

  private static double median(final List<TrainingReport> reports) {
    final double[] sorted =
        reports.stream().mapToDouble(TrainingReport::seconds).sorted().toArray();
    return sorted[sorted.length / 2];
  }
}
