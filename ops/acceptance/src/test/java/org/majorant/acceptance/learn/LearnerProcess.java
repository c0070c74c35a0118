package org.majorant.acceptance.learn;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.majorant.acceptance.Jvm;
import org.majorant.ops.Majorant;

/** A learner in a process of its own, which can be killed and started again under its name. */
public final class LearnerProcess implements AutoCloseable {
  private final Path dir;
  private final List<String> learned;
  private final String bootstrapServers;
  private final String instance;
  private final List<String> jvm;
  private final List<String> options;
  private Process process;

  /**
   * Starts one that lives for seconds.
   *
   * @param dir for its state and log
   * @param spec the model's spec file
   * @param instance its name among the instances of the model
   * @param options that it gets besides
   */
  public LearnerProcess(
      final Path dir,
      final Path spec,
      final String bootstrapServers,
      final String instance,
      final String... options)
      throws IOException {
    this(Jvm.SHORT_LIVED, dir, spec, bootstrapServers, instance, options);
  }

  /**
   * The same in a JVM with options of its own.
   *
   * @param jvm the JVM's options, as {@code -Xmx256m}
   */
  public LearnerProcess(
      final List<String> jvm,
      final Path dir,
      final Path spec,
      final String bootstrapServers,
      final String instance,
      final String... options)
      throws IOException {
    this(jvm, dir, List.of("--spec", spec.toString()), bootstrapServers, instance, options);
  }

  private LearnerProcess(
      final List<String> jvm,
      final Path dir,
      final List<String> learned,
      final String bootstrapServers,
      final String instance,
      final String... options)
      throws IOException {
    this.jvm = jvm;
    this.dir = dir;
    this.learned = learned;
    this.bootstrapServers = bootstrapServers;
    this.instance = instance;
    this.options = List.of(options);
    start();
  }

  /** Starts an instance of a fleet of all models that are applied. */
  public static LearnerProcess ofFleet(
      final List<String> jvm,
      final Path dir,
      final String bootstrapServers,
      final String instance,
      final String... options)
      throws IOException {
    return new LearnerProcess(
        jvm, dir, List.of("--models", "*"), bootstrapServers, instance, options);
  }

  /** Starts it again. */
  public void start() throws IOException {
    final List<String> arguments = new ArrayList<>(List.of("learn"));
    arguments.addAll(learned);
    Collections.addAll(
        arguments,
        "--bootstrap-server",
        bootstrapServers,
        "--http-port",
        "0",
        "--instance-id",
        instance,
        "--state-dir",
        stateDir(dir, instance).toString());
    arguments.addAll(options);
    process =
        Jvm.command(jvm, Majorant.class.getName(), arguments.toArray(String[]::new))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(logFile().toFile()))
            .start();
  }

  /** Starts it again if it has ended by itself. */
  public void startIfEnded() throws IOException {
    if (!isAlive()) {
      start();
    }
  }

  /** Where an instance keeps its state. */
  public static Path stateDir(final Path dir, final String instance) {
    return dir.resolve("state-" + instance);
  }

  /** Where this one does. */
  public Path stateDir() {
    return stateDir(dir, instance);
  }

  /** Its name among the instances of the model. */
  public String instance() {
    return instance;
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Of the process that was started last. */
  public long pid() {
    return process.pid();
  }

  /** Where it serves its page; empty until it says so. */
  public Optional<String> url() throws IOException {
    return Pattern.compile("Watch (?:it|them) learn at (\\S+),")
        .matcher(Files.readString(logFile()))
        .results()
        .map(line -> line.group(1))
        .reduce((earlier, later) -> later);
  }

  /** What it has printed, and whether it runs. */
  public String log() throws IOException {
    return "the learner %s:%n%s"
        .formatted(isAlive() ? "runs" : "has ended", Files.readString(logFile()));
  }

  /** As {@code kill -9}. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** As {@code kill}: it leaves its group. */
  public void stop() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(2, TimeUnit.MINUTES)) {
      throw new AssertionError("the learner did not end within 2 min of SIGTERM");
    }
  }

  /** Of the process, which has ended. */
  int exitCode() {
    return process.exitValue();
  }

  /** As {@code kill -STOP}: it stands still, and does not know it. */
  public void suspend() throws IOException, InterruptedException {
    signal(process.toHandle(), "STOP");
  }

  /** As {@code kill -CONT}. */
  public void resume() throws IOException, InterruptedException {
    signal(process.toHandle(), "CONT");
  }

  /** As {@code kill -NAME}. */
  public static void signal(final ProcessHandle process, final String name)
      throws IOException, InterruptedException {
    final String pid = Long.toString(process.pid());
    if (new ProcessBuilder("kill", "-" + name, pid).inheritIO().start().waitFor() != 0) {
      throw new AssertionError("no signal " + name + " to " + pid);
    }
  }

  private Path logFile() {
    return dir.resolve(instance + ".log");
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
