package org.majorant.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.ops.broker.BrokerProcess;

/** The commands that look at published models, before there are any and after. */
class ModelCommandsIT {
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
    try (BrokerProcess broker = BrokerProcess.start(dir.resolve("broker"))) {
      assertThat(run(broker, "watch --model tiny --once")).isEqualTo(1);
      assertThat(err.toString()).contains("no topic majorant-models").contains("topics create");
      assertThat(run(broker, "topics create")).isZero();
      assertThat(out.toString()).contains("examples                        4 created");

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
          .startsWith("[{\"label\":\"red\",\"weights\":[{")
          .contains("\"name\":\"warm\"");

      assertThat(run(broker, "models export tiny --out DIR/tiny.json")).isZero();
      assertThat(run(broker, "predict --model DIR/tiny.json --format libsvm --data DIR/data"))
          .isZero();
      assertThat(out.toString().lines()).hasSize(4);
    }
  }

  private int run(final BrokerProcess broker, final String command) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    final String line = command + " --bootstrap-server " + broker.bootstrapServers();
    return Majorant.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(line.replace("DIR", dir.toString()).split(" "));
  }
}
