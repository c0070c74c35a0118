package org.majorant.ops.options;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.majorant.json.ValueFormat;
import org.majorant.log.HoldLimits;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.schema.ModelSpec;
import org.majorant.stream.InstanceOptions;
import org.majorant.stream.LearnerApplication;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Options of one instance of a learner: its identity, its threads and the format of its examples.
 */
public final class LearnerOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--state-dir",
      paramLabel = "DIR",
      description =
          "The directory in which the process keeps its identity, and events that --join-memory has"
              + " no room for. Default: one under the temporary directory.")
  private Path stateDir;

  @Option(
      names = "--instance-id",
      paramLabel = "ID",
      description =
          "Name of this instance, different for each instance of the model. With it a process that"
              + " ends and starts again quickly moves no task. Default: one made of the host's name and --state-dir.")
  private String instanceId;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "1",
      description = "Stream threads.")
  private int threads;

  @Option(
      names = "--value-format",
      paramLabel = "F",
      description =
          "How examples are written on their topic: ${COMPLETION-CANDIDATES}; JSON is as in"
              + " --format jsonl. Default: avro. If the spec has an input.format of events, it says how they are written.")
  private ValueFormat valueFormat;

  @Option(
      names = "--max-example-bytes",
      paramLabel = "BYTES",
      defaultValue = "1000000",
      description = "The most bytes of a record. Longer records go to the dead letters.")
  private int maxExampleBytes;

  @Option(
      names = "--output-bytes",
      paramLabel = "BYTES",
      defaultValue = "5000000",
      description =
          "The most bytes that are written a second, for summaries, bases and versions each.")
  private long outputBytes;

  @Option(
      names = "--hold-examples",
      paramLabel = "N",
      defaultValue = "8192",
      description =
          "The most examples of a partition that are held until the quota lets them be learned.")
  private int holdExamples;

  @Option(
      names = "--hold-max",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description =
          "If no base comes for this long, as many examples are learned again as the last one"
              + " allowed.")
  private long holdMax;

  @Option(
      names = "--join-memory",
      paramLabel = "MB",
      description =
          "The most memory for events that wait for late labels, or may be revised by one, in MB."
              + " More of them lie in --state-dir. Default: a quarter of the heap.")
  private Long joinMemory;

  private long joinBytes() {
    return joinMemory == null
        ? InstanceOptions.joinMemory(Runtime.getRuntime().maxMemory())
        : joinMemory << 20;
  }

  /** Of an instance that learns one model. */
  public InstanceOptions toOptions(final ModelSpec spec) {
    Usage.require(
        command,
        valueFormat == null || spec.getEvents() == null,
        "--value-format is for examples, and the spec's input has events: leave it out");
    return toOptions(LearnerApplication.applicationId(spec));
  }

  /**
   * Of any instance.
   *
   * @param application its id, which names the instance, and its state directory
   */
  public InstanceOptions toOptions(final String application) {
    Usage.require(command, threads >= 1, "--threads must be 1 or more");
    Usage.require(command, maxExampleBytes >= 1, "--max-example-bytes must be 1 or more");
    Usage.require(command, outputBytes >= 1, "--output-bytes must be 1 or more");
    Usage.require(command, holdExamples >= 0, "--hold-examples must be 0 or more");
    Usage.require(
        command,
        joinMemory == null || joinMemory >= 1 && joinMemory <= 1 << 20,
        "--join-memory must be 1 to 1048576 MB");
    Usage.require(command, holdMax >= 0, "--hold-max must be 0 or more seconds");
    final String named = instanceId == null ? application : application + "-" + instanceId;
    final Path dir =
        stateDir != null
            ? stateDir
            : Path.of(System.getProperty("java.io.tmpdir"), "majorant-state", named);
    try {
      Files.createDirectories(dir);
    } catch (final IOException e) {
      throw new CommandFailed(
          "cannot keep state in %s (%s): name another by --state-dir".formatted(dir, e), e);
    }
    final HoldLimits hold =
        new HoldLimits(holdExamples, HoldLimits.DEFAULT.bytes(), Duration.ofSeconds(holdMax));
    final String id = instanceId == null ? application + "-" + instanceAt(dir) : named;
    return new InstanceOptions(
        dir,
        id,
        threads,
        valueFormat == null ? ValueFormat.AVRO : valueFormat,
        maxExampleBytes,
        outputBytes,
        hold,
        joinBytes(),
        true);
  }

  /**
   * An instance that nobody has named. Two processes do not share a state directory of a host, so
   * they are two instances; one that starts again is the same one.
   */
  private static String instanceAt(final Path dir) {
    final int place = dir.toAbsolutePath().normalize().toString().hashCode();
    return "%s-%08x".formatted(host().replaceAll("[^A-Za-z0-9._-]", "-"), place);
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (final UnknownHostException e) {
      return "unknown-host";
    }
  }
}
