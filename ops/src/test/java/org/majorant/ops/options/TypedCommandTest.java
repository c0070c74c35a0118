package org.majorant.ops.options;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

class TypedCommandTest {
  private static final String URL = "http://127.0.0.1:40123";

  @Command(name = "learn")
  private static final class Learning implements Runnable {
    @Option(names = "--spec")
    private String spec;

    @Option(names = "--bootstrap-server", defaultValue = "localhost:9092")
    private String servers;

    @Option(names = "--http-port", defaultValue = "8080")
    private int port;

    @Option(names = "--registry-url")
    private String registry;

    @Override
    public void run() {}
  }

  @Command(name = "majorant")
  private static final class Line {}

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "learn --spec adult.yaml"
            + "| learn --spec adult.yaml --bootstrap-server localhost:9092 --http-port 40123",
        "learn --http-port 0 --spec a.yaml --bootstrap-server kafka-1:9092,kafka-2:9092"
            + "| learn --spec a.yaml --bootstrap-server kafka-1:9092,kafka-2:9092"
            + " --http-port 40123",
        "learn --http-port=0 --spec 'my~spec.yaml"
            + "| learn --spec ''\\''my~spec.yaml' --bootstrap-server localhost:9092"
            + " --http-port 40123",
        "learn --spec a.yaml --registry-url https://me:s3cret@registry:8081/apis"
            + "| learn --spec a.yaml --registry-url https://USER:PASSWORD@registry:8081/apis"
            + " --bootstrap-server localhost:9092 --http-port 40123",
        "learn --registry-url https://me:s3c@ret@one/apis,https://me:s3c@ret@two/apis"
            + "| learn --registry-url"
            + " https://USER:PASSWORD@one/apis,https://USER:PASSWORD@two/apis"
            + " --bootstrap-server localhost:9092 --http-port 40123",
      })
  void again_isWhatWasTyped_withThePortAndTheBrokersThatItHas(
      final String typed, final String again) {
    assertThat(TypedCommand.again(parsed(typed), "localhost:9092", URL))
        .isEqualTo("ops/majorant " + again.strip());
  }

  @Test
  void again_ofACommandThatStartsItsBroker_namesNone() {
    assertThat(TypedCommand.again(parsed("learn --spec adult.yaml"), null, URL))
        .isEqualTo("ops/majorant learn --spec adult.yaml --http-port 40123");
  }

  private static CommandSpec parsed(final String typed) {
    final CommandLine line = new CommandLine(new Line()).addSubcommand(new Learning());
    return line.parseArgs(typed.split(" ")).subcommand().commandSpec();
  }
}
