package org.majorant.ops;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.ops.broker.BrokerProcess;
import org.majorant.ops.broker.TopicPlan;
import org.majorant.store.Topics;

/** The doctor at a real broker's bed. */
class DoctorIT {
  @TempDir private static Path dir;
  private static BrokerProcess broker;

  @BeforeAll
  static void start() {
    broker = BrokerProcess.start(dir);
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  @Test
  void topics_missingThenWrongThenMended() throws Exception {
    final String server = " --bootstrap-server " + broker.bootstrapServers();

    final JsonNode missing = doctor(1);
    assertThat(missing.at("/status").asText()).isEqualTo("fail");
    assertThat(finding(missing, "broker").at("/status").asText()).isEqualTo("ok");
    assertThat(finding(missing, "clock").at("/finding").asText()).startsWith("within 0.");
    assertThat(finding(missing, "versions").at("/finding").asText())
        .isEqualTo("client 4.3.1, brokers 4.3-IV0");
    for (final String topic : TopicPlan.settings().keySet()) {
      assertThat(finding(missing, topic).at("/finding").asText()).isEqualTo("not there");
      assertThat(finding(missing, topic).at("/mend").asText())
          .isEqualTo("ops/majorant topics create" + server);
    }

    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      admin
          .createTopics(
              List.of(
                  topic(Topics.MODELS, 1, Map.of("cleanup.policy", "delete")),
                  topic(Topics.DEAD_LETTERS, 1, Map.of("max.message.bytes", "1000")),
                  topic(Topics.SUMMARIES, 2, Map.of())))
          .all()
          .get();
      TopicPlan.create(admin, 3);
      final JsonNode wrong = doctor(1);
      final JsonNode models = finding(wrong, Topics.MODELS);
      assertThat(models.at("/status").asText()).isEqualTo("fail");
      assertThat(models.at("/finding").asText()).contains("cleanup.policy is delete, not compact");
      assertThat(models.at("/mend").asText())
          .isEqualTo("ops/majorant topics create --reconfigure" + server);
      assertThat(finding(wrong, Topics.DEAD_LETTERS).at("/finding").asText())
          .contains("max.message.bytes is 1000, not 20971520");
      assertThat(finding(wrong, Topics.SUMMARIES).at("/finding").asText())
          .isEqualTo("2 partitions, not 1");
      assertThat(finding(wrong, Topics.EXAMPLES).at("/finding").asText())
          .isEqualTo("3 partitions, as planned");

      admin.deleteTopics(List.of(Topics.SUMMARIES)).all().get();
    }
    assertThat(run(("topics create --reconfigure --json" + server).split(" ")).exitCode).isZero();
    final JsonNode mended = doctor(0);
    assertThat(mended.at("/status").asText()).isNotEqualTo("fail");
    assertThat(finding(mended, Topics.MODELS).at("/status").asText()).isEqualTo("ok");

    final Run people = run(("doctor" + server).split(" "));
    assertThat(people.exitCode).isZero();
    assertThat(people.out).contains("ok    majorant-models        1 partition, as planned");
    assertThat(people.out).doesNotContain("\033");
  }

  @Test
  void broker_none_failsAndSaysWhatToType() {
    final Run run = run("doctor", "--bootstrap-server", "127.0.0.1:1");

    assertThat(run.exitCode).isEqualTo(1);
    assertThat(run.err).isEmpty();
    assertThat(run.out)
        .contains("fail  broker                 none answers at 127.0.0.1:1 within 8 s")
        .contains("-> ops/majorant broker")
        .doesNotContain(Topics.MODELS);
  }

  private static JsonNode doctor(final int exitCode) throws Exception {
    final Run run = run("doctor", "--json", "--bootstrap-server", broker.bootstrapServers());
    assertThat(run.exitCode).as(run.out).isEqualTo(exitCode);
    return new ObjectMapper().readTree(run.out);
  }

  private static JsonNode finding(final JsonNode report, final String check) {
    for (final JsonNode finding : report.at("/findings")) {
      if (finding.at("/check").asText().equals(check)) {
        return finding;
      }
    }
    throw new AssertionError("no finding on " + check + " in " + report);
  }

  private static NewTopic topic(
      final String name, final int partitions, final Map<String, String> config) {
    return new NewTopic(name, Optional.of(partitions), Optional.empty()).configs(config);
  }

  private record Run(int exitCode, String out, String err) {}

  private static Run run(final String... args) {
    final StringWriter out = new StringWriter();
    final StringWriter err = new StringWriter();
    final int exitCode =
        Majorant.commandLine()
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(args);
    return new Run(exitCode, out.toString(), err.toString());
  }
}
