package org.majorant.demo.broker;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.ProcessBuilder.Redirect;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.ops.terminal.WaitingLine;

/**
 * Kafka's own server as a process of its own, on loopback, with everything in one data directory:
 * the topics, server.properties and broker.log. It ends with this process at the latest, however
 * this one ends. A start on a directory that has been used before goes on with its topics and, as
 * long as they are free, its ports; so a crash is {@link #kill()} and {@link #start(Path)} again.
 */
public final class BrokerProcess implements AutoCloseable {
  private static final int SHUTDOWN_SECONDS = 10;

  /** What the server or the JVM calls an error, with the next line if that is an exception. */
  private static final Pattern ERROR =
      Pattern.compile(
          "^(?:\\S+ \\S+ ERROR |(?=Error|Exception|Caused by))(.*(?:\\R(?!\\d{4}-)\\S.*)?)",
          Pattern.MULTILINE);

  private final BrokerSettings settings;
  private final Path log;
  private final long logStart;
  private final Process process;
  private volatile boolean closed;

  private BrokerProcess(final BrokerSettings settings, final Path log, final List<String> jvm)
      throws IOException {
    this.settings = settings;
    this.log = log;
    this.logStart = Files.exists(log) ? Files.size(log) : 0;
    this.process =
        new ProcessBuilder(command(settings.home(), jvm))
            .redirectErrorStream(true)
            .redirectOutput(Redirect.appendTo(log.toFile()))
            .start();
  }

  /** The time that processors have spent on it; zero where the system does not tell. */
  public Duration processorTime() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** Starts a broker on the directory's former ports if free, else on free ones. */
  public static BrokerProcess start(final Path dataDir) {
    return start(dataDir, 0);
  }

  /**
   * Starts a broker and waits until it answers, however slow the machine is.
   *
   * @param dataDir made when missing
   * @param port of clients; 0 as in {@link #start(Path)}
   * @throws CommandFailed if it cannot start or hangs; the message says why
   */
  public static BrokerProcess start(final Path dataDir, final int port) {
    return start(dataDir, port, List.of());
  }

  /**
   * The same in a JVM with more options.
   *
   * @param jvm the options, as {@code -Xmx1g}
   */
  public static BrokerProcess start(final Path dataDir, final int port, final List<String> jvm) {
    final Path home = dataDir.toAbsolutePath().normalize();
    try {
      Files.createDirectories(home);
      if (isInUse(home)) {
        throw new CommandFailed(
            "a broker runs in %s already: name another by --data-dir".formatted(home));
      }
      final BrokerSettings settings = BrokerSettings.choose(home, port);
      settings.write();
      final BrokerProcess broker = new BrokerProcess(settings, home.resolve("broker.log"), jvm);
      broker.awaitReady();
      return broker;
    } catch (IOException e) {
      throw new CommandFailed(
          "cannot keep a broker's data in %s (%s): name another by --data-dir".formatted(home, e),
          e);
    }
  }

  /** The address for clients, {@code 127.0.0.1:port}. */
  public String bootstrapServers() {
    return settings.bootstrapServers();
  }

  /** Its output. */
  public Path log() {
    return log;
  }

  /** Whether the process runs. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /**
   * Completes when the process has ended: with a {@link CommandFailed} that says why if nobody has
   * closed or killed it.
   */
  public CompletableFuture<Void> ended() {
    return process
        .onExit()
        .thenAccept(
            exited -> {
              if (!closed) {
                throw failed("has ended");
              }
            });
  }

  /** Ends it as {@code kill -9} does, and waits until it is gone. */
  public void kill() {
    closed = true;
    process.destroyForcibly().onExit().join();
  }

  /** Shuts it down in order, by force after {@value #SHUTDOWN_SECONDS} seconds. */
  @Override
  public void close() {
    closed = true;
    process.destroy();
    try {
      process.waitFor(SHUTDOWN_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    kill();
  }

  /** Waits as long as it starts: while it lives, and its log goes on. */
  private void awaitReady() throws IOException {
    final Map<String, Object> config =
        Map.of(
            AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrapServers(),
            AdminClientConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG,
            100,
            AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
            Integer.MAX_VALUE);
    final Admin admin = Admin.create(config);
    try {
      final CompletableFuture<?> answer =
          admin.describeCluster().clusterId().toCompletionStage().toCompletableFuture();
      awaitOrHang(CompletableFuture.anyOf(answer, process.onExit()));
    } catch (ExecutionException e) {
      kill();
    } catch (InterruptedException e) {
      kill();
      Thread.currentThread().interrupt();
    } finally {
      admin.close(Duration.ZERO);
    }
    if (!isAlive()) {
      throw failed("has not started");
    }
  }

  private void awaitOrHang(final CompletableFuture<?> started)
      throws ExecutionException, InterruptedException, IOException {
    final WaitingLine line = new WaitingLine(new PrintWriter(System.err, true));
    final long start = System.nanoTime();
    final StartupSilence silence = new StartupSilence(logStart, start);
    while (true) {
      try {
        started.get(1, TimeUnit.SECONDS);
        return;
      } catch (TimeoutException e) {
        final long now = System.nanoTime();
        if (silence.isTooLong(Files.size(log), now)) {
          kill();
          throw new CommandFailed(
              "the broker hangs: it has written nothing for %d minutes, see %s"
                  .formatted(StartupSilence.LIMIT.toMinutes(), log),
              e);
        }
        if (now - start >= WaitingLine.PAUSE.toNanos()) {
          line.say(
              "the broker does not answer yet after %d s, see %s"
                  .formatted(Duration.ofNanos(now - start).toSeconds(), log));
        }
      }
    }
  }

  private CommandFailed failed(final String what) {
    return new CommandFailed(
        "the broker %s, see %s: exit code %d%s"
            .formatted(what, log, process.exitValue(), lastError()));
  }

  /** The log's last error behind a comma; empty where it has none. */
  private String lastError() {
    try (FileChannel channel = FileChannel.open(log)) {
      channel.position(logStart);
      final byte[] bytes = Channels.newInputStream(channel).readAllBytes();
      final String text = new String(bytes, StandardCharsets.UTF_8);
      return ERROR
          .matcher(text)
          .results()
          .reduce((earlier, later) -> later)
          .map(error -> ", " + error.group(1).replace("\n", " "))
          .orElse("");
    } catch (IOException e) {
      return ", " + e;
    }
  }

  /** Whether another process holds the lock that Kafka itself takes. */
  private static boolean isInUse(final Path home) throws IOException {
    final Path lock = BrokerSettings.topics(home).resolve(".lock");
    if (!Files.exists(lock)) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE)) {
      return channel.tryLock() == null;
    }
  }

  private static List<String> command(final Path home, final List<String> jvm) {
    final List<String> command = new ArrayList<>();
    final String path = System.getenv().getOrDefault("PATH", "");
    if (Arrays.stream(path.split(File.pathSeparator))
        .anyMatch(bin -> Files.isExecutable(Path.of(bin, "setsid")))) {
      command.add("setsid"); // a session of its own: Ctrl-C in the terminal does not reach it
    }
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-Xmx512m",
            "-XX:+UseSerialGC",
            "-XX:+ExitOnOutOfMemoryError",
            "-Dlogback.configurationFile=org/majorant/demo/broker/logback.xml",
            // One Kafka class logs by the API of log4j, whose core is not on the class path.
            "-Dlog4j.provider=org.apache.logging.log4j.simple.internal.SimpleProvider"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(jvm); // behind all others, so that it may say otherwise
    command.addAll(List.of(BrokerMain.class.getName(), home.toString()));
    return command;
  }
}
