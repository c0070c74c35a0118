package org.majorant.ops.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.majorant.schema.ModelSpec;
import org.majorant.stream.HoldLimits;
import org.majorant.stream.LearnerApplication;
import org.majorant.stream.LearnerApplication.Options;
import picocli.CommandLine.Option;

/** How an instance of a learner runs. */
final class LearnerOptions {
  @Option(
      names = "--state-dir",
      paramLabel = "DIR",
      description = "Where the process keeps its identity; default: under the temporary directory.")
  private Path stateDir;

  @Option(
      names = "--instance-id",
      paramLabel = "ID",
      defaultValue = "1",
      description =
          "Name of this instance among those of the model: a quick restart moves no task.")
  private String instanceId;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "1",
      description = "Stream threads.")
  private int threads;

  @Option(
      names = "--max-example-bytes",
      paramLabel = "BYTES",
      defaultValue = "1000000",
      description = "Longer examples go to the dead letters.")
  private int maxExampleBytes;

  @Option(
      names = "--output-bytes",
      paramLabel = "BYTES",
      defaultValue = "5000000",
      description = "At most so many bytes a second of summaries, of bases, and of versions each.")
  private long outputBytes;

  @Option(
      names = "--hold-examples",
      paramLabel = "N",
      defaultValue = "8192",
      description = "At most so many examples of a partition wait for their turn to be learned.")
  private int holdExamples;

  @Option(
      names = "--hold-max",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description = "None waits longer than this after the last base.")
  private long holdMax;

  Options toOptions(final ModelSpec spec) {
    final String id = LearnerApplication.applicationId(spec) + "-" + instanceId;
    final Path dir =
        stateDir != null
            ? stateDir
            : Path.of(System.getProperty("java.io.tmpdir"), "majorant-state", id);
    try {
      Files.createDirectories(dir);
    } catch (final IOException e) {
      throw new UncheckedIOException("cannot make the state directory " + dir, e);
    }
    final HoldLimits hold =
        new HoldLimits(holdExamples, HoldLimits.DEFAULT.bytes(), Duration.ofSeconds(holdMax));
    return new Options(dir, id, threads, maxExampleBytes, outputBytes, hold);
  }
}
