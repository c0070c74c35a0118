package org.majorant.ops;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.util.ContextInitializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is logged after a command has set its log up, as standard error shows it. */
class LogOptionsTest {
  private static final String COMMAND = "spec fields";
  private static final Logger LOG = LoggerFactory.getLogger(LogOptionsTest.class);

  /** One that is silent unless somebody asks for a level. */
  private static final Logger SILENT =
      LoggerFactory.getLogger("org.apache.kafka.streams.KafkaStreams");

  private final PrintStream before = System.err;
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void capture() {
    System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  @AfterEach
  void restore() throws Exception {
    System.setErr(before);
    final LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    context.reset();
    new ContextInitializer(context).autoConfig();
  }

  @ParameterizedTest
  @ValueSource(strings = {COMMAND + " --log-format json", "--log-format json " + COMMAND})
  void json_eachLine_hasTimeLevelLoggerAndMessage(final String arguments) throws Exception {
    run(Map.of(), arguments);
    final long start = System.currentTimeMillis();
    LOG.warn("a \"{}\"\nof two lines", "warning");
    LOG.error("lost", new IllegalStateException("why", new RuntimeException("because")));
    LOG.info("not said");

    final List<JsonNode> lines = new ArrayList<>();
    for (final String line : logged().lines().toList()) {
      lines.add(new ObjectMapper().readTree(line));
    }
    assertThat(lines).hasSize(2);
    assertThat(lines)
        .allSatisfy(
            line -> {
              assertThat(line.at("/timestamp").asLong())
                  .isBetween(start, System.currentTimeMillis());
              assertThat(line.at("/loggerName").asText()).isEqualTo(LOG.getName());
            });
    assertThat(lines.get(0).at("/level").asText()).isEqualTo("WARN");
    assertThat(lines.get(0).at("/formattedMessage").asText())
        .isEqualTo("a \"warning\"\nof two lines");
    assertThat(lines.get(1).at("/level").asText()).isEqualTo("ERROR");
    assertThat(lines.get(1).at("/throwable/message").asText()).isEqualTo("why");
    assertThat(lines.get(1).at("/throwable/cause/message").asText()).isEqualTo("because");
  }

  @Test
  void level_given_isThatOfAllLoggers() {
    run(Map.of(), COMMAND + " --log-level info");
    LOG.info("said");
    LOG.debug("not said");
    SILENT.info("said, too");

    assertThat(logged().lines()).hasSize(2);
    assertThat(logged()).containsPattern("(?m)^[0-9:]{8} INFO  LogOptionsTest: said$");
  }

  @Test
  void level_notGiven_isThatOfEachLogger() {
    run(Map.of(), COMMAND + " --log-format json");
    LOG.info("not said");
    SILENT.error("not said");

    assertThat(logged()).isEmpty();
  }

  @Test
  void options_mayBeSettings() {
    run(Map.of("MAJORANT_LOG_FORMAT", "json", "MAJORANT_LOG_LEVEL", "info"), COMMAND);
    LOG.info("said");

    assertThat(logged()).startsWith("{").contains("\"level\":\"INFO\"");
  }

  private String logged() {
    return err.toString(StandardCharsets.UTF_8);
  }

  private static void run(final Map<String, String> environment, final String arguments) {
    final StringWriter out = new StringWriter();
    assertThat(
            Majorant.commandLine(environment)
                .setOut(new PrintWriter(out))
                .execute(arguments.split(" ")))
        .isZero();
  }
}
