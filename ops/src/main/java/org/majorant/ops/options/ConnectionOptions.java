package org.majorant.ops.options;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.TimeoutException;
import org.majorant.ops.operate.MissingTopics;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.ops.read.FirstAnswer;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.ops.terminal.WaitingLine;
import org.majorant.schema.SchemaRegistry;
import org.majorant.spec.Durations;
import org.majorant.store.StoreException;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Where the brokers are and how to talk to them, in the words of Kafka's own tools. */
public final class ConnectionOptions {
  private static final Duration PAUSE = Duration.ofMillis(500);

  /**
   * A broker that stands still keeps its connections open, and a client asks another one only when
   * a request has timed out. Kafka's own 30 s are longer than a learner's transactions live (10 s):
   * each of them would be aborted, again and again.
   */
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(5);

  /** What Kafka's clients say of names that have no address. */
  private static final String UNRESOLVED = "No resolvable bootstrap urls";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--bootstrap-server",
      paramLabel = "HOST:PORT",
      defaultValue = "localhost:9092",
      description = "Brokers to connect to, separated by commas.")
  private String bootstrapServer;

  @Option(
      names = "--command-config",
      paramLabel = "FILE",
      description = "Properties of Kafka clients, for example for security.")
  private Path commandConfig;

  @Option(
      names = "--registry-url",
      paramLabel = "URL",
      showDefaultValue = Visibility.NEVER, // it may have a password
      description =
          "Schema registry (Confluent's API; Apicurio has it under /apis/ccompat/v7). Examples and"
              + " models are then written in Confluent's wire format, and read in either format.")
  private String registryUrl;

  @Option(
      names = "--timeout",
      paramLabel = "DURATION",
      defaultValue = "30s",
      converter = DurationConverter.class,
      description =
          "How long to wait for a broker's first answer, as 500ms, 30s or 5m. Commands that run"
              + " until Ctrl-C do not give up.")
  private Duration timeout;

  /** The configuration of any Kafka client. */
  public Properties clientProperties() {
    final Properties properties = new Properties();
    properties.setProperty(
        AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, Long.toString(REQUEST_TIMEOUT.toMillis()));
    if (commandConfig != null) {
      try (Reader reader = Files.newBufferedReader(commandConfig)) {
        properties.load(reader);
      } catch (IOException | IllegalArgumentException e) {
        throw usage("cannot read --command-config " + commandConfig + ": " + e, e);
      }
    }
    properties.setProperty(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServer);
    if (registryUrl != null) {
      properties.setProperty(SchemaRegistry.URL, registryUrl);
    }
    return properties;
  }

  /**
   * A client of brokers that do answer.
   *
   * @throws CommandFailed if none does within {@link #timeout}
   */
  public Admin connect() throws InterruptedException {
    return connect(this::sayWaits);
  }

  private Admin connect(final Runnable late) throws InterruptedException {
    try {
      return firstToAnswer(late);
    } catch (ExecutionException e) {
      throw new CommandFailed(
          e.getCause() instanceof TimeoutException
              ? ("no broker answers at %s within %s: start one with 'ops/majorant broker', name"
                      + " another by --bootstrap-server, or wait longer by --timeout")
                  .formatted(bootstrapServer, Durations.text(timeout.toMillis()))
              : "the broker at %s refuses (%s): correct the properties that --command-config names"
                  .formatted(bootstrapServer, e.getCause().getMessage()),
          e);
    }
  }

  /**
   * The same for who says otherwise that no broker answers.
   *
   * @throws ExecutionException with Kafka's TimeoutException if none does, or with the refusal
   */
  public Admin firstToAnswer() throws ExecutionException, InterruptedException {
    return firstToAnswer(this::sayWaits);
  }

  private Admin firstToAnswer(final Runnable late) throws ExecutionException, InterruptedException {
    try {
      return FirstAnswer.admin(clientProperties(), timeout, late);
    } catch (KafkaException e) {
      throw cannotConnect(e);
    }
  }

  /** Whoever has mistyped an address need not wait until the time is over. */
  private void sayWaits() {
    new WaitingLine(command.commandLine().getErr())
        .say(
            "no broker answers at %s yet: waits up to %s, see --timeout"
                .formatted(bootstrapServer, Durations.text(timeout.toMillis())));
  }

  /** What a command has to know of the brokers before it runs until Ctrl-C. */
  @FunctionalInterface
  public interface Question {
    void ask(Admin admin) throws ExecutionException, InterruptedException;
  }

  /** What a command has the brokers give it before it runs until Ctrl-C. */
  @FunctionalInterface
  public interface Request<T> {
    T ask(Admin admin) throws ExecutionException, InterruptedException;
  }

  /**
   * Asks the brokers, again and again until they answer, and says that it waits. A command that
   * runs until Ctrl-C may be started before its brokers, or while they are away; if it gave up, who
   * starts it again would only see it end again. To be called before there is anything to close: a
   * signal ends it with the process.
   */
  public void await(final Question question) throws ExecutionException, InterruptedException {
    awaitAnswer(
        admin -> {
          question.ask(admin);
          return admin;
        });
  }

  /** The same where the brokers give an answer. */
  public <T> T awaitAnswer(final Request<T> request)
      throws ExecutionException, InterruptedException {
    final WaitingLine waiting = new WaitingLine(command.commandLine().getErr());
    final Runnable say =
        () ->
            waiting.say(
                "no broker answers at %s yet: waits until one does, or Ctrl-C"
                    .formatted(bootstrapServer));
    while (true) {
      try (Admin admin = connect(say)) {
        return request.ask(admin);
      } catch (CommandFailed | ParameterException | StoreException | ExecutionException e) {
        if (!isUnanswered(e)) {
          throw e;
        }
        say.run();
        Thread.sleep(PAUSE.toMillis());
      }
    }
  }

  /**
   * Whether the brokers were silent, or their names have no address: that may be so for a while.
   */
  private static boolean isUnanswered(final Throwable failure) {
    return failure != null
        && (failure instanceof TimeoutException
            || failure instanceof ConfigException && failure.getMessage().contains(UNRESOLVED)
            || isUnanswered(failure.getCause()));
  }

  /** Refuses {@code --timeout} for a command that {@link #await}s. */
  public void refuseTimeout() {
    Usage.refuse(
        command,
        "is not for a command that waits until a broker answers: leave it out",
        "--timeout");
  }

  /** How long a broker may take to answer. */
  public Duration timeout() {
    return timeout;
  }

  /**
   * Checks that topics are there.
   *
   * @throws CommandFailed naming all that are missing
   * @throws ExecutionException where this client may not see one
   */
  public void requireTopics(final Admin admin, final String... topics)
      throws ExecutionException, InterruptedException {
    final Set<String> missing = MissingTopics.of(admin, Set.of(topics));
    if (!missing.isEmpty()) {
      final List<String> others =
          missing.stream().filter(topic -> !TopicPlan.has(topic)).sorted().toList();
      final String topic = others.isEmpty() ? "" : " --topic " + others.get(0);
      throw new CommandFailed(
          "no topic %s at %s: create what is missing with 'ops/majorant topics create%s%s'%s"
              .formatted(
                  String.join(", ", missing),
                  bootstrapServer,
                  topic,
                  typed(),
                  others.isEmpty() ? "" : ", or name another topic"));
    }
  }

  /** The brokers' addresses, as given. */
  public String servers() {
    return bootstrapServer;
  }

  /**
   * Those that were typed, as they must be for another command; with a space before, or empty. What
   * the environment or the user's file says, that command finds there, too.
   */
  public String typed() {
    return typed("--bootstrap-server", bootstrapServer) + typed("--command-config", commandConfig);
  }

  private String typed(final String option, final Object value) {
    return command.commandLine().getParseResult().hasMatchedOption(option)
        ? " %s %s".formatted(option, value)
        : "";
  }

  /** All for a command of Kafka's, which finds nothing there. */
  public String typedInFull() {
    return " --bootstrap-server "
        + bootstrapServer
        + (commandConfig == null ? "" : " --command-config " + commandConfig);
  }

  /** How many partitions a topic has that is there. */
  public int partitions(final Admin admin, final String topic)
      throws ExecutionException, InterruptedException {
    final var topics = admin.describeTopics(List.of(topic)).allTopicNames().get();
    return topics.get(topic).partitions().size();
  }

  /** A client that has not talked to a broker yet. */
  public Admin open() {
    try {
      return Admin.create(clientProperties());
    } catch (KafkaException e) {
      throw cannotConnect(e);
    }
  }

  private ParameterException cannotConnect(final KafkaException e) {
    final Throwable cause = e.getCause() == null ? e : e.getCause();
    return usage("cannot connect to " + bootstrapServer + ": " + cause.getMessage(), e);
  }

  private ParameterException usage(final String message, final Exception cause) {
    return new ParameterException(command.commandLine(), message, cause);
  }
}
