package org.majorant.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.AbortTransactionSpec;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.ops.Majorant;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.store.Topics;

/** The doctor at a real broker's bed. */
@Tag("long")
class DoctorIT {
  @TempDir private static Path dir;
  private static BrokerProcess broker;

  @BeforeAll
  static void start() {
    broker = ShortLivedBroker.start(dir);
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
        .matches("client 4\\.3\\.1, brokers' metadata\\.version \\d+");
    assertThat(finding(missing, "protocol").at("/finding").asText())
        .isEqualTo("transaction.version is 2");
    for (final String topic : TopicPlan.settings().keySet()) {
      final boolean isOptional = topic.equals(Topics.EXAMPLES) || topic.equals(Topics.SPECS);
      assertThat(finding(missing, topic).at("/status").asText())
          .isEqualTo(isOptional ? "warn" : "fail");
      assertThat(finding(missing, topic).at("/finding").asText()).startsWith("not there");
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
  void transaction_forgottenByItsCoordinator_hangsUntilAborted(@TempDir final Path home)
      throws Exception {
    final BrokerProcess killed = ShortLivedBroker.start(home);
    try (Producer<String, String> producer = beginTransaction(killed.bootstrapServers())) {
      assertThat(transactions(killed, 0).at("/finding").asText()).startsWith("none hangs on ");
      killed.kill();
      producer.close(Duration.ZERO); // later, it would be aborted
    }
    forgetTransactions(home);
    try (BrokerProcess again = ShortLivedBroker.start(home)) {
      final JsonNode hanging = transactions(again, 1);
      assertThat(hanging.at("/finding").asText()).startsWith("examples-0 waits for ever for");
      assertThat(hanging.at("/mend").asText())
          .isEqualTo(
              ("kafka-transactions.sh --bootstrap-server %s abort"
                      + " --topic examples --partition 0 --start-offset 1")
                  .formatted(again.bootstrapServers()));

      abort(again.bootstrapServers(), 1);
      assertThat(transactions(again, 0).at("/finding").asText()).startsWith("none hangs on ");
    }
  }

  @Test
  void broker_none_failsAndSaysWhatToType() {
    final Run run = run("doctor", "--bootstrap-server", "127.0.0.1:1", "--timeout", "1s");

    assertThat(run.exitCode).isEqualTo(1);
    assertThat(run.err).isEmpty();
    assertThat(run.out)
        .contains("fail  broker                 none answers at 127.0.0.1:1 within 1s")
        .contains("-> ops/majorant broker")
        .doesNotContain(Topics.MODELS);
  }

  /** Each takes the connection, and 5 s pass until the client asks the next one. */
  @Test
  void broker_besideTwoThatStandStill_isFound() throws Exception {
    try (ServerSocket first = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        ServerSocket second = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
      final String servers =
          "127.0.0.1:%d,127.0.0.1:%d,%s"
              .formatted(first.getLocalPort(), second.getLocalPort(), broker.bootstrapServers());
      final List<CompletableFuture<Run>> runs =
          IntStream.range(0, 8) // each asks them in an order of its own
              .mapToObj(i -> run(servers))
              .toList();
      for (final CompletableFuture<Run> run : runs) {
        assertThat(run.get().out).contains(servers + " answers, 1 broker\n");
      }
    }
  }

  private static CompletableFuture<Run> run(final String servers) {
    final CompletableFuture<Run> run = new CompletableFuture<>();
    new Thread(() -> run.complete(run("doctor", "--bootstrap-server", servers))).start();
    return run;
  }

  /** Begins it behind a record that is in none. */
  private static Producer<String, String> beginTransaction(final String servers) throws Exception {
    final StringSerializer serializer = new StringSerializer();
    final var example = new ProducerRecord<String, String>(Topics.EXAMPLES, "x");
    final Map<String, Object> plain = Map.of("bootstrap.servers", servers);
    try (Admin admin = Admin.create(plain);
        var producer = new KafkaProducer<>(plain, serializer, serializer)) {
      TopicPlan.create(admin, 1);
      producer.send(example).get();
    }
    final var producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", servers, "transactional.id", "forgotten"),
            serializer,
            serializer);
    producer.initTransactions();
    producer.beginTransaction();
    producer.send(example).get();
    return producer;
  }

  /** Takes from the coordinators of a broker that does not run what they know. */
  private static void forgetTransactions(final Path home) throws IOException {
    try (Stream<Path> files = Files.walk(home)) {
      for (final Path file : files.filter(Files::isRegularFile).toList()) {
        if (file.getParent().getFileName().toString().startsWith("__transaction_state-")
            && file.toString().endsWith(".log")) {
          Files.delete(file);
        }
      }
    }
  }

  /** As kafka-transactions.sh does. */
  private static void abort(final String servers, final long start) throws Exception {
    final TopicPartition partition = new TopicPartition(Topics.EXAMPLES, 0);
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
      final ProducerState producer =
          admin
              .describeProducers(List.of(partition))
              .partitionResult(partition)
              .get()
              .activeProducers()
              .stream()
              .filter(state -> state.currentTransactionStartOffset().equals(OptionalLong.of(start)))
              .findFirst()
              .orElseThrow();
      admin
          .abortTransaction(
              new AbortTransactionSpec(
                  partition, producer.producerId(), (short) producer.producerEpoch(), 0))
          .all()
          .get();
    }
  }

  private static JsonNode transactions(final BrokerProcess of, final int exitCode)
      throws Exception {
    return finding(doctor(of, exitCode), "transactions");
  }

  private static JsonNode doctor(final int exitCode) throws Exception {
    return doctor(broker, exitCode);
  }

  private static JsonNode doctor(final BrokerProcess of, final int exitCode) throws Exception {
    final Run run = run("doctor", "--json", "--bootstrap-server", of.bootstrapServers());
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
