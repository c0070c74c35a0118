package org.majorant.ops.options;

import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.majorant.file.DataSummary;
import org.majorant.file.Layout;
import org.majorant.ops.terminal.CommandFailed;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options that say what of the data is learned, in which order, and what is only scored. */
public final class SplitOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--data",
      paramLabel = "FILE",
      required = true,
      description = "Examples to learn; - is standard input.")
  private String data;

  @ArgGroup private TestSet testSet;

  @Option(
      names = "--shuffle",
      paramLabel = "SEED",
      description = "Learn in a random order, which is the same for the same seed.")
  private Long shuffle;

  /** What to score with the learned model. */
  private static final class TestSet {
    @Option(names = "--test", paramLabel = "FILE", description = "Examples that are only scored.")
    private String test;

    @Option(
        names = "--holdout",
        paramLabel = "SHARE",
        description = "Do not learn this share of the data, from its end; score it instead.")
    private Double holdout;
  }

  /**
   * Records as they would stand on a topic.
   *
   * @param train to learn, in this order
   * @param test to score; empty where nothing is held out
   */
  public record Split(List<byte[]> train, List<byte[]> test) {}

  /** Path of the examples to learn. */
  public String data() {
    return data;
  }

  /** Paths of all files that are read. */
  public List<String> paths() {
    return testSet == null || testSet.test == null ? List.of(data) : List.of(data, testSet.test);
  }

  /** Whether something is only scored. */
  public boolean holdsOut() {
    return testSet != null;
  }

  public void requireUsage() {
    Usage.require(
        command,
        testSet == null || testSet.holdout == null || testSet.holdout > 0 && testSet.holdout < 1,
        "--holdout must be between 0 and 1");
  }

  /**
   * Reads the files.
   *
   * @param layout how examples stand in the files
   * @param summary sees all examples
   * @throws CommandFailed where there is nothing to learn
   */
  public Split read(final FileOptions files, final Layout layout, final DataSummary summary) {
    final List<byte[]> all = files.readAll(data, layout, summary::add);
    if (shuffle != null) {
      Collections.shuffle(all, new Random(shuffle));
    }
    final Split split = split(all, files, layout, summary);
    if (split.train().isEmpty()) {
      throw new CommandFailed(data + " has no examples: is it another file, or another --format?");
    }
    return split;
  }

  private Split split(
      final List<byte[]> all,
      final FileOptions files,
      final Layout layout,
      final DataSummary summary) {
    if (testSet == null) {
      return new Split(all, List.of());
    }
    if (testSet.test != null) {
      return new Split(all, files.readAll(testSet.test, layout, summary::add));
    }
    final int kept = (int) Math.round(all.size() * (1 - testSet.holdout));
    return new Split(all.subList(0, kept), all.subList(kept, all.size()));
  }
}
