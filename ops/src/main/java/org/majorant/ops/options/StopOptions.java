package org.majorant.ops.options;

import org.majorant.solve.StopRule;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options that say when a batch solver ends. */
public final class StopOptions {
  private static final int MOST_ITERATIONS = 1000;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--gap",
      paramLabel = "G",
      description = "End at this relative gap to the optimum, which is found first.")
  private Double gap;

  @Option(
      names = "--gradient-norm",
      paramLabel = "G",
      defaultValue = "1e-6",
      description = "End when the gradient's length is at most G times the larger of 1 and |θ|.")
  private double gradientNorm;

  @Option(
      names = "--iterations",
      paramLabel = "N",
      defaultValue = "" + MOST_ITERATIONS,
      description = "End after this many iterations.")
  private int iterations;

  public void requireUsage() {
    if (gap != null) {
      Usage.refuse(command, "is not for --gap, which ends it: give one of them", "--gradient-norm");
    }
    Usage.require(
        command, gap == null || gap > 0 && Double.isFinite(gap), "--gap must be more than 0");
    Usage.require(command, gradientNorm >= 0, "--gradient-norm must be 0 or more");
    Usage.require(command, iterations >= 0, "--iterations must be 0 or more");
  }

  /** The relative gap to the optimum; null where it is not asked for. */
  public Double gap() {
    return gap;
  }

  /** When it ends otherwise. */
  public StopRule rule() {
    return StopRule.of(iterations, gradientNorm);
  }
}
