package org.majorant.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.ops.cli.ErrorLine;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.store.StoreException;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class MajorantTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @CsvSource({
    "'', Missing required subcommand (see 'ops/majorant --help')",
    "bogus, Unmatched argument at index 0",
    "wach, did you mean watch? (see 'ops/majorant --help')",
    "topics, Missing required subcommand (see 'ops/majorant topics --help')",
    "topics create --topic majorant-models, --topic majorant-models is for Majorant alone: name",
    "topics create --partitions 0, --partitions must be 1 or more",
    "topics create --partitions many, is not an int",
    "topics create --replication-factor 0, --replication-factor must be 1 to 32767",
    "topics create --replication-factor x, is not an int",
    "serve --cache-bytes 0, --cache-bytes must be 1 or more",
    "topics create --bootstrap-server nowhere, Invalid url in bootstrap.servers: nowhere",
    "topics create --command-config nofile, cannot read --command-config nofile",
    "broker --port 0, a release has no command broker: use ops/majorant of Majorant's repository",
    "help wach, no command 'majorant wach' (see 'ops/majorant --help')",
    "help models wach, no command 'majorant models wach' (see 'ops/majorant models --help')",
  })
  void arguments_wrong_giveOneLineAndExitCode2(final String arguments, final String message) {
    final String[] args = arguments.isEmpty() ? new String[0] : arguments.split(" ");

    final int exitCode = run(Majorant.commandLine(), args);

    assertThat(exitCode).isEqualTo(2);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString().lines()).singleElement().asString().startsWith("majorant: ");
    assertThat(err.toString()).contains(message);
  }

  @Test
  void help_anyCommand_isPrintedWithExitCode0() {
    assertThat(run(Majorant.commandLine(), "topics", "create", "--help")).isZero();
    assertThat(out.toString()).contains("--bootstrap-server", "localhost:9092", "--verbose");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "models", "models export", "help"})
  void help_asACommand_printsWhatTheOptionDoes(final String command) {
    assertThat(run(Majorant.commandLine(), (command + " --help").strip().split(" "))).isZero();
    final String help = out.toString();
    out.getBuffer().setLength(0);

    assertThat(run(Majorant.commandLine(), ("help " + command).strip().split(" "))).isZero();
    assertThat(out.toString()).isEqualTo(help).startsWith("Usage: majorant " + command);
  }

  @Test
  void failure_ofOurs_isItsMessageInOneLine() {
    assertThat(fail(new CommandFailed("do\n  this"), false)).isEqualTo(1);
    assertThat(err.toString()).isEqualTo("majorant: do; this%n".formatted());
  }

  @Test
  void failure_ofTheBroker_isItsMessageAndWhoLooksForMore() {
    final Exception cause = new PolicyViolationException("not yours");

    assertThat(fail(new ExecutionException(cause), false)).isEqualTo(1);
    assertThat(err.toString())
        .isEqualTo(
            "majorant: the broker refuses: not yours: find the cause with 'ops/majorant doctor'%n"
                .formatted());
  }

  /** Whoever passes it on. */
  @Test
  void failure_forWantOfARight_saysWhereTheRightsAre() {
    final Exception cause = new TopicAuthorizationException(Set.of("examples"));

    assertThat(fail(new ExecutionException(new StoreException("no", cause)), false)).isEqualTo(1);
    assertThat(err.toString())
        .isEqualTo(
            "majorant: the broker does not allow it (Not authorized to access topics: [examples]):"
                + " give this client the rights that ops/OPERATIONS.md lists%n".formatted());
  }

  /** A producer's, say, which is made when all else was right. */
  @Test
  void failure_byAPropertyOfAClient_namesTheProperty() {
    final Exception cause =
        new ConfigException(ProducerConfig.COMPRESSION_TYPE_CONFIG, "zst", "no such type");

    assertThat(fail(new KafkaException("Failed to construct kafka producer", cause), false))
        .isEqualTo(1);
    assertThat(err.toString())
        .isEqualTo(
            "majorant: correct the Kafka client's properties: Invalid value zst for configuration"
                + " compression.type: no such type%n".formatted());
  }

  @Test
  void failure_unknown_isOneLineWithHowToSeeMore() {
    final Exception cause = new IllegalStateException("odd");

    assertThat(fail(new ExecutionException(cause), false)).isEqualTo(1);
    assertThat(err.toString())
        .isEqualTo(
            "majorant: java.lang.IllegalStateException: odd"
                + " (set MAJORANT_DEBUG=1 for the stack trace)%n".formatted());
  }

  @Test
  void failure_verbose_hasTheStackTrace() {
    assertThat(fail(new CommandFailed("do this"), true)).isEqualTo(1);
    assertThat(err.toString()).startsWith("majorant: do this").contains("\tat org.majorant");
  }

  private int fail(final Exception exception, final boolean verbose) {
    final CommandLine line = new CommandLine(new Failing(exception));
    final ErrorLine errors = new ErrorLine(() -> verbose);
    return run(line.setExecutionExceptionHandler(errors));
  }

  private int run(final CommandLine line, final String... args) {
    return line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true)).execute(args);
  }

  @Command(name = "failing")
  private record Failing(Exception exception) implements Callable<Integer> {
    @Override
    public Integer call() throws Exception {
      throw exception;
    }
  }
}
