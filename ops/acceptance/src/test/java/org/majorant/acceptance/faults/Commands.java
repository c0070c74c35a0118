package org.majorant.acceptance.faults;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.AppenderBase;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.majorant.ops.Majorant;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;

/**
 * Runs commands in this process, and keeps all that anybody prints or logs meanwhile: Kafka's
 * clients from INFO on, since they log their configuration there, and our own classes from DEBUG.
 */
final class Commands implements AutoCloseable {
  private final Path dir;
  private final StringBuffer told = new StringBuffer();
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final PrintStream out = System.out;
  private final PrintStream err = System.err;
  private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  private final Logger own = (Logger) LoggerFactory.getLogger("org.majorant");
  private final Level level = root.getLevel();
  private final List<Appender<ILoggingEvent>> appenders = new ArrayList<>();
  private final Appender<ILoggingEvent> keeper = new Keeper();

  /**
   * Starts to keep.
   *
   * @param dir where the commands' files are: {@code DIR} in a command
   */
  Commands(final Path dir) {
    this.dir = dir;
    root.iteratorForAppenders().forEachRemaining(appenders::add);
    root.detachAndStopAllAppenders();
    root.setLevel(Level.INFO);
    own.setLevel(Level.DEBUG);
    keeper.setContext(root.getLoggerContext());
    keeper.start();
    root.addAppender(keeper);
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    System.setErr(System.out);
  }

  /** What a command came to. */
  record Run(int exitCode, String out, String err) {
    @Override
    public String toString() {
      return "exit code %d%n%s%n%s".formatted(exitCode, out, err);
    }
  }

  /** The names of the commands that talk to brokers, for which a file says how. */
  static List<String> thatTalkToBrokers() {
    return leaves(Majorant.commandLine())
        .map(CommandLine::getCommandSpec)
        .filter(command -> command.findOption("--command-config") != null)
        .map(command -> command.qualifiedName().substring("majorant ".length()))
        .toList();
  }

  private static Stream<CommandLine> leaves(final CommandLine command) {
    final var subcommands = command.getSubcommands().values();
    return subcommands.isEmpty()
        ? Stream.of(command)
        : subcommands.stream().flatMap(Commands::leaves);
  }

  /** Runs one to its end. */
  Run run(final Properties client, final String command) throws Exception {
    return execute(arguments(client, command), new StringWriter());
  }

  /**
   * Starts one that runs until Ctrl-C.
   *
   * @param out where it prints
   */
  Running start(final Properties client, final String command, final StringWriter out)
      throws Exception {
    final String[] arguments = arguments(client, command);
    final CompletableFuture<Run> run = new CompletableFuture<>();
    final Thread thread = new Thread(() -> run.complete(execute(arguments, out)), command);
    thread.start();
    return new Running(thread, run);
  }

  /** A command on a thread of its own. */
  record Running(Thread thread, CompletableFuture<Run> run) implements AutoCloseable {
    /** Ends it, and waits until it has closed all. */
    @Override
    public void close() {
      thread.interrupt();
      run.join();
    }
  }

  /** Asks for a page, and keeps what it says. */
  HttpResponse<String> ask(final HttpClient browser, final HttpRequest page)
      throws IOException, InterruptedException {
    final HttpResponse<String> answer = browser.send(page, BodyHandlers.ofString());
    told("%s %s%n%s".formatted(page.uri(), answer.headers().map(), answer.body()));
    return answer;
  }

  private void told(final String text) {
    told.append(text).append('\n');
  }

  /** All that was printed, logged or answered. */
  String told() {
    return told + printed.toString(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    System.setOut(out);
    System.setErr(err);
    root.detachAppender(keeper);
    root.setLevel(level);
    own.setLevel(null);
    for (final Appender<ILoggingEvent> appender : appenders) {
      appender.start();
      root.addAppender(appender);
    }
  }

  private String[] arguments(final Properties client, final String command) throws Exception {
    final Path file = Files.createTempFile(dir, "client-", ".properties");
    try (OutputStream properties = Files.newOutputStream(file)) {
      client.store(properties, null);
    }
    return "%s --bootstrap-server %s --command-config %s"
        .formatted(command, client.getProperty("bootstrap.servers"), file)
        .replace("DIR", dir.toString())
        .split(" ");
  }

  private Run execute(final String[] arguments, final StringWriter printed) {
    final StringWriter failed = new StringWriter();
    final int exitCode =
        Majorant.commandLine()
            .setOut(new PrintWriter(printed))
            .setErr(new PrintWriter(failed))
            .execute(arguments);
    final Run run = new Run(exitCode, printed.toString(), failed.toString());
    told(Arrays.toString(arguments) + run);
    return run;
  }

  private final class Keeper extends AppenderBase<ILoggingEvent> {
    @Override
    protected void append(final ILoggingEvent event) {
      told(event.getLoggerName() + ": " + event.getFormattedMessage());
      if (event.getThrowableProxy() != null) {
        told(ThrowableProxyUtil.asString(event.getThrowableProxy()));
      }
    }
  }
}
