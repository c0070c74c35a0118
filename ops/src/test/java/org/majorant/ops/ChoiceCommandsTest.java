package org.majorant.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Choices and moments from files to what users see, without a broker. */
class ChoiceCommandsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path dir;

  @BeforeEach
  void files() throws IOException {
    Files.writeString(dir.resolve("train.jsonl"), choices(1, 4000));
    Files.writeString(dir.resolve("test.jsonl"), choices(2, 1000));
  }

  @Test
  void evaluate_choices_learnsThemNearTheBatchOptimum() throws IOException {
    final String files = " --format jsonl --data DIR/train.jsonl --test DIR/test.jsonl --json";
    final JsonNode one = json("evaluate" + files);
    final JsonNode four = json("evaluate --workers 4 --sync 256" + files);
    final JsonNode batch = json("train --l2 1" + files);
    final double optimum = batch.get("heldOutLogLoss").asDouble();
    assertThat(optimum).isLessThan(0.9 * Math.log(3));
    for (final JsonNode streamed : new JsonNode[] {one, four}) {
      assertThat(streamed.get("examples").asInt()).isEqualTo(4000);
      assertThat(streamed.get("heldOutLogLoss").asDouble()).isLessThan(1.01 * optimum);
      assertThat(streamed.get("baselines").get("noChange").asDouble())
          .isCloseTo(Math.log(3), within(1e-9));
      assertThat(streamed.get("boundSlackMin").asDouble()).isGreaterThan(-1e-9);
    }
    assertThat(one.get("progressiveLogLoss").asDouble()).isLessThan(1.02 * optimum);
    assertThat(four.get("rounds").asInt()).isGreaterThan(4);
  }

  @Test
  void train_choices_givesAModelThatPredictsAndIsScored() throws IOException {
    final String data = " --format jsonl --data DIR/test.jsonl";
    json("train --format jsonl --data DIR/train.jsonl --out DIR/model.json --json");
    final double scored =
        json("evaluate --model DIR/model.json --json" + data).get("logLoss").asDouble();

    double loss = 0;
    final String[] lines = run("predict --model DIR/model.json" + data).split("\n");
    final String[] asked = Files.readString(dir.resolve("test.jsonl")).split("\n");
    assertThat(lines).hasSameSizeAs(asked);
    for (int i = 0; i < lines.length; i++) {
      final JsonNode p = JSON.readTree(lines[i]).get("probabilities");
      loss -= Math.log(p.get(JSON.readTree(asked[i]).get("chosen").asInt()).asDouble());
    }
    assertThat(loss / lines.length).isCloseTo(scored, within(1e-9));
  }

  @Test
  void evaluate_choices_saysWhatTheBaselineIs() {
    assertThat(run("evaluate --format jsonl --data DIR/train.jsonl"))
        .contains("diagonal curvature, 3 features, choices")
        .contains("baseline     prior, else uniform 1.0986");
  }

  private JsonNode json(final String arguments) throws IOException {
    return JSON.readTree(run(arguments));
  }

  private String run(final String arguments) {
    final StringWriter out = new StringWriter();
    final StringWriter err = new StringWriter();
    final int code =
        Majorant.commandLine()
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(arguments.replace("DIR", dir.toString()).split(" "));
    assertThat(code).as(err.toString()).isZero();
    return out.toString();
  }

  /** Who likes it cheap and by train, between three ways to travel. */
  private static String choices(final long seed, final int size) {
    final SplittableRandom random = new SplittableRandom(seed);
    final StringBuilder lines = new StringBuilder();
    for (int i = 0; i < size; i++) {
      double best = Double.NEGATIVE_INFINITY;
      int chosen = 0;
      lines.append("{\"alternatives\": [");
      for (int a = 0; a < 3; a++) {
        final double price = random.nextDouble(20, 60);
        final double hours = random.nextDouble(1, 5);
        final boolean train = random.nextBoolean();
        final double utility =
            -0.05 * price
                - 0.4 * hours
                + (train ? 0.7 : 0)
                - Math.log(-Math.log(random.nextDouble()));
        if (utility > best) {
          best = utility;
          chosen = a;
        }
        lines.append(
            String.format(
                Locale.ROOT,
                "%s{\"price\": %.2f, \"hours\": %.2f, \"train\": %s}",
                a == 0 ? "" : ", ",
                price,
                hours,
                train));
      }
      lines.append("], \"chosen\": ").append(chosen).append("}\n");
    }
    return lines.toString();
  }
}
