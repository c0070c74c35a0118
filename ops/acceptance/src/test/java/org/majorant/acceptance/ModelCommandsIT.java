package org.majorant.acceptance;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.model.Model;
import org.majorant.ops.Majorant;
import org.majorant.ops.Published;
import org.majorant.store.ModelPublisher;
import org.majorant.store.SnapshotAssembler;
import org.majorant.store.Topics;
import org.slf4j.LoggerFactory;

/** The commands that look at published models, before there are any and after. */
class ModelCommandsIT {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path dir;

  @BeforeEach
  void files() throws Exception {
    Files.writeString(dir.resolve("data"), "-1 1:1\n+1 2:1\n-1 1:1\n+1 2:1\n");
    Files.writeString(
        dir.resolve("spec"), "{model: tiny, labels: ['-1', '+1'], features: {dimension: 3}}");
  }

  @Test
  void models_noneThenOne_areShown() throws IOException {
    try (BrokerProcess broker = ShortLivedBroker.start(dir.resolve("broker"))) {
      assertThat(run(broker, "watch --model tiny --once")).isEqualTo(1);
      assertThat(err.toString()).contains("no topic majorant-models").contains("topics create");
      assertThat(run(broker, "topics create")).isZero();
      assertThat(out.toString()).contains("examples                        4 created");

      final String produce = "produce --format libsvm --data DIR/data --topic orders";
      assertThat(run(broker, produce)).isEqualTo(1);
      assertThat(err.toString()).contains("topics create --topic orders --bootstrap-server");
      assertThat(run(broker, "topics create --topic orders --partitions 2")).isZero();
      assertThat(out.toString()).contains("orders                          2 created");
      assertThat(run(broker, produce)).isZero();

      assertThat(run(broker, "models list")).isZero();
      assertThat(err.toString()).contains("No model has a version yet: learn one with");
      assertThat(run(broker, "watch --model tiny --once")).isEqualTo(1);
      assertThat(err.toString().lines())
          .singleElement()
          .asString()
          .contains("no model 'tiny'", "'ops/majorant learn --spec FILE'");

      final String train = "train --format libsvm --data DIR/data --spec DIR/spec --publish";
      assertThat(run(broker, train)).isZero();
      assertThat(run(broker, train)).isZero();

      assertThat(run(broker, "models show tiny --json")).isZero();
      assertThat(out.toString())
          .as("the same weights again, and what they predict")
          .contains("\"stepNorm\":0.0,", "\"progressiveAccuracy\":1.0,")
          .doesNotContain("\"progressiveLogLoss\":0.0,")
          .contains("\"learners\":{\"model\":\"tiny\",", "\"partitions\":[],\"lag\":null,");
      assertThat(run(broker, "models show tiny")).isZero();
      assertThat(out.toString())
          .contains("where partitions end (and so the lag) is unknown: it was trained on ")
          .contains("calibration  error 0.", "how often +1 came");

      assertThat(run(broker, "watch --model tiny --once --sentence Oslo")).isEqualTo(2);
      assertThat(err.toString())
          .contains("--sentence is for models of sequences, and tiny is none");
      assertThat(run(broker, "models export tiny --out DIR/no/tiny.json")).isEqualTo(1);
      assertThat(err.toString()).contains("cannot write");
      assertThat(run(broker, "models list")).isZero();
      assertThat(out.toString().lines()).hasSize(2);
      assertThat(out.toString()).contains("tiny        2           4");
      assertThat(run(broker, "models versions tiny")).isZero();
      assertThat(out.toString().lines()).hasSize(3);
      assertThat(run(broker, "watch --model tiny --once")).isZero();
      assertThat(out.toString())
          .startsWith("model        tiny                  version      2, ")
          .contains("lag          -")
          .doesNotContain("\033");
      assertThat(run(broker, "watch --model tiny --once --json")).isZero();
      assertThat(out.toString()).startsWith("{\"model\":\"tiny\",\"version\":2,");
      assertThat(run(broker, "watch --model huge --once")).isEqualTo(1);
      assertThat(err.toString()).contains("no model 'huge': there are tiny");

      assertThat(run(broker, "models weights tiny")).isZero();
      assertThat(out.toString().lines().skip(1))
          .isNotEmpty()
          .allMatch(line -> line.matches("\\+1 +(feature [12]|intercept) +-?\\d\\.\\d{4}"));
      assertThat(run(broker, "models weights tiny --label +2")).isEqualTo(1);
      assertThat(err.toString()).contains("no label '+2': there are -1, +1");

      assertThat(run(broker, "models weights tiny --curves")).isEqualTo(1);
      assertThat(err.toString()).contains("'tiny' has no views of numbers", "leave --curves out");
      Files.writeString(
          dir.resolve("views"),
          "{model: views, labels: ['no', 'yes'], columns: {label: churned, ignore: [id, joined, gb]},"
              + " features: {names: [fee, calls, plan=month], standardize: 500},"
              + " views: [linear, hats, products]}");
      assertThat(
              run(
                  broker,
                  "train --format csv --data data/churn/churn.csv --spec DIR/views"
                      + " --out DIR/views.json --publish"))
          .as(err.toString())
          .isZero();
      assertThat(run(broker, "models weights views --curves --top 2")).isZero();
      assertThat(out.toString().lines().skip(1))
          .hasSizeGreaterThan(4)
          .allMatch(
              line ->
                  line.matches(
                      "yes +(fee|calls|plan=month) +\\d+\\.\\d{4} +-?\\d\\.\\d{4} +\\d\\.\\d{4}"));
      assertThat(run(broker, "models weights views")).isZero();
      assertThat(out.toString()).startsWith("label feature ").contains(" weight by the stack ");
      assertThat(run(broker, "models weights views --curves --json")).isZero();
      assertThat(out.toString()).startsWith("[{\"label\":\"yes\",\"number\":\"");

      Files.writeString(
          dir.resolve("named"), "{\"features\": {\"warm\": 1}, \"label\": \"red\"}\n".repeat(3));
      Files.writeString(
          dir.resolve("hashed"),
          "{model: named, labels: [blue, red], features: {hash-bits: 10, intercept: false}}");
      assertThat(
              run(
                  broker,
                  "train --format jsonl --data DIR/named --spec DIR/hashed --out DIR/named.json"
                      + " --publish"))
          .isZero();
      assertThat(dir.resolve("named.json")).content().contains("\"name\":\"warm\"");
      assertThat(run(broker, "models weights named --json")).isZero();
      assertThat(out.toString())
          .startsWith("[{\"label\":\"red\",\"conditional\":false,\"weights\":[{")
          .contains("\"name\":\"warm\"");

      assertThat(run(broker, "models export tiny --out DIR/tiny.json")).isZero();
      assertThat(run(broker, "predict --model DIR/tiny.json --format libsvm --data DIR/data"))
          .isZero();
      assertThat(out.toString().lines()).hasSize(4);
      assertThat(run(broker, "models export tiny --format onnx")).isEqualTo(2);
      assertThat(run(broker, "models export tiny --format onnx --out DIR/tiny.onnx")).isZero();
      assertThat(dir.resolve("tiny.onnx")).content(ISO_8859_1).contains("majorant", "fingerprint");
    }
  }

  /** Programs read all of it, so nothing else may stand beside. */
  @Test
  void json_ofEachCommand_isJsonAlone() throws IOException {
    try (BrokerProcess broker = ShortLivedBroker.start(dir.resolve("broker"))) {
      final String data = " --format libsvm --data DIR/data";
      for (final String command :
          List.of(
              "topics create",
              "topics schemas --out DIR/schemas",
              "produce" + data,
              "train --spec DIR/spec --publish" + data,
              "evaluate --spec DIR/spec" + data,
              "spec check DIR/spec" + data,
              "models list",
              "models versions tiny",
              "models show tiny",
              "models lineage tiny",
              "models weights tiny",
              "watch --model tiny --once",
              "dead-letters list",
              "dead-letters replay",
              "doctor",
              "models delete tiny",
              "models delete tiny --yes")) {
        final boolean connected = !command.matches("(evaluate|spec|topics schemas).*");
        final String asked = command + " --json";
        final int code = connected ? run(broker, asked) : run(asked);
        assertThat(code).as("%s: %s", command, err).isLessThan(2);
        assertThat(out.toString().lines()).as("%s: %s", command, err).isNotEmpty();
        for (final String line : out.toString().lines().toList()) {
          assertThat(JSON.readTree(line).isContainerNode()).as("%s: %s", command, line).isTrue();
        }
      }
    }
  }

  /** The brokers take no record of more than 1 MB. */
  @Test
  void examplesThatCannotBeSent_areToldByLine_andTheOthersAreSent() throws Exception {
    final String wide =
        IntStream.range(1, 300_000).mapToObj(i -> i + ":0.5").collect(Collectors.joining(" "));
    Files.writeString(dir.resolve("wide"), "-1 1:1\n+1 2:1\n-1 " + wide + "\n");
    try (BrokerProcess broker = ShortLivedBroker.start(dir.resolve("broker"))) {
      assertThat(run(broker, "topics create --replication-factor 3")).isEqualTo(1);
      assertThat(err.toString()).contains("replicat", "1 broker");
      assertThat(run(broker, "topics create --replication-factor 1")).isZero();
      assertThat(run(broker, "produce --format libsvm --data DIR/wide --pack 1")).isEqualTo(1);
      assertThat(err.toString().lines())
          .singleElement()
          .asString()
          .contains("wide:3: a record of", "takes no record as large");
      assertThat(out.toString()).startsWith("Sent 2 of 3 examples in 3 lines");
    }
  }

  @Test
  void models_withMembers_sayWhatTheseWeigh() throws Exception {
    try (BrokerProcess broker = ShortLivedBroker.start(dir.resolve("broker"))) {
      assertThat(run(broker, "topics create")).isZero();
      final Model model =
          Published.model(Published.COLOURS, 1, Published.WEIGHTS).mixing(Published.MEMBERS);
      ModelPublisher.publish(
          Map.of("bootstrap.servers", broker.bootstrapServers()),
          Published.version(model).head(),
          model);
      assertThat(run(broker, "models show colours")).isZero();
      assertThat(out.toString())
          .contains(
              "predictions are 1.5 times as sure as the weights alone, and the prior is 0.16");
      assertThat(run(broker, "models list --json")).isZero();
      assertThat(out.toString())
          .contains("\"mixture\":{\"temperature\":1.4", "{\"prior\":10.0,\"temperature\":0.5,");
      assertThat(run(broker, "watch --model colours --once")).isZero();
      assertThat(out.toString()).contains("temperature  1.46", "prior        0.160 λ");
    }
  }

  /** Every command once unpacked the versions of every model. */
  @Test
  void models_ofOthers_areNotEvenDecoded() throws Exception {
    final Logger logger = (Logger) LoggerFactory.getLogger(SnapshotAssembler.class);
    final ListAppender<ILoggingEvent> decoded = new ListAppender<>();
    decoded.start();
    try (BrokerProcess broker = ShortLivedBroker.start(dir.resolve("broker"))) {
      assertThat(run(broker, "topics create")).isZero();
      final String train = "train --format libsvm --data DIR/data --spec DIR/spec --publish";
      assertThat(run(broker, train)).isZero();
      assertThat(run(broker, train)).isZero();
      writeGarbage(broker, "huge/0/0");

      logger.addAppender(decoded);
      final String predict = "predict --model tiny --format libsvm --data DIR/data";
      assertThat(run(broker, predict)).isZero();
      assertThat(out.toString().lines()).hasSize(4).allMatch(l -> l.contains("\"version\":2,"));
      assertThat(run(broker, predict + " --version 1")).isZero();
      assertThat(out.toString().lines()).hasSize(4).allMatch(l -> l.contains("\"version\":1,"));
      assertThat(run(broker, "models show tiny --version 1 --json")).isZero();
      assertThat(out.toString()).startsWith("{\"model\":\"tiny\",\"version\":1,");
      assertThat(run(broker, "models versions tiny")).isZero();
      assertThat(run(broker, "watch --model tiny --once")).isZero();
      assertThat(run(broker, predict + " --version 3")).isEqualTo(1);
      assertThat(err.toString()).contains("model 'tiny' has no version 3: there are 1, 2");
      assertThat(decoded.list).isEmpty();

      assertThat(run(broker, "models list")).isZero();
      assertThat(decoded.list).as("this command reads all").hasSize(1);
    } finally {
      logger.detachAppender(decoded);
    }
  }

  private static void writeGarbage(final BrokerProcess broker, final String key) throws Exception {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      producer
          .send(new ProducerRecord<>(Topics.MODELS, key.getBytes(UTF_8), new byte[] {1, 2, 3}))
          .get();
    }
  }

  private int run(final BrokerProcess broker, final String command) {
    return run(command + " --bootstrap-server " + broker.bootstrapServers());
  }

  private int run(final String line) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return Majorant.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(line.replace("DIR", dir.toString()).split(" "));
  }
}
