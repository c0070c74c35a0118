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
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trees from files to what users see, without a broker. */
class GraphCommandsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String FILES =
      " --format jsonl --data DIR/train.jsonl --test DIR/test.jsonl --json";

  @TempDir private Path dir;

  @BeforeEach
  void files() throws IOException {
    Files.writeString(dir.resolve("train.jsonl"), trees(1, 1500, 0));
    Files.writeString(dir.resolve("test.jsonl"), trees(2, 400, 0));
  }

  @Test
  void evaluate_trees_learnsThemNearTheBatchOptimum() throws IOException {
    final JsonNode one = json("evaluate" + FILES);
    final JsonNode four = json("evaluate --workers 4 --sync 256" + FILES);
    final double optimum = json("train --l2 1" + FILES).get("heldOutLogLoss").asDouble();
    assertThat(optimum).isLessThan(0.8 * Math.log(2));
    for (final JsonNode streamed : new JsonNode[] {one, four}) {
      assertThat(streamed.get("examples").asInt()).isEqualTo(1500);
      assertThat(streamed.get("heldOutLogLoss").asDouble()).isLessThan(1.01 * optimum);
      assertThat(streamed.get("baselines").get("noChange").asDouble())
          .isCloseTo(Math.log(2), within(1e-9));
      assertThat(streamed.get("boundSlackMin").asDouble()).isGreaterThan(-1e-9);
    }
    assertThat(one.get("progressiveLogLoss").asDouble()).isLessThan(1.03 * optimum);
  }

  @Test
  void evaluate_treesPartlyObserved_learnsAndTrainsWithoutAHessian() throws IOException {
    Files.writeString(dir.resolve("train.jsonl"), trees(1, 1500, 0.4));
    final double streamed = json("evaluate" + FILES).get("heldOutLogLoss").asDouble();
    final JsonNode batch = json("train --l2 1 --solver lbfgs" + FILES);
    assertThat(streamed).isLessThan(1.02 * batch.get("heldOutLogLoss").asDouble());
  }

  @Test
  void train_trees_givesAModelThatPredictsAndIsScored() throws IOException {
    json("train --format jsonl --data DIR/train.jsonl --out DIR/model.json --json");
    final String data = " --format jsonl --data DIR/test.jsonl";
    final double accuracy =
        json("evaluate --model DIR/model.json --json" + data).get("accuracy").asDouble();
    final String[] lines = run("predict --model DIR/model.json" + data).split("\n");
    final String[] asked = Files.readString(dir.resolve("test.jsonl")).split("\n");
    assertThat(lines).hasSameSizeAs(asked);
    double correct = 0;
    double states = 0;
    for (int i = 0; i < lines.length; i++) {
      final JsonNode prediction = JSON.readTree(lines[i]);
      final JsonNode known = JSON.readTree(asked[i]).get("states");
      assertThat(prediction.get("probabilities")).hasSize(known.size());
      for (int v = 0; v < known.size(); v++) {
        correct += prediction.get("states").get(v).equals(known.get(v)) ? 1 : 0;
        states++;
      }
    }
    assertThat(correct / states).isCloseTo(accuracy, within(1e-9));
  }

  /** A state that is given tells of its neighbours. */
  @Test
  void predict_statesThatAreGiven_predictsTheOthersBetter() throws IOException {
    json("train --format jsonl --data DIR/train.jsonl --out DIR/model.json --json");
    final String whole = Files.readString(dir.resolve("test.jsonl"));
    final String[] known = whole.split("\n");
    final String[] shown = new String[known.length];
    for (int i = 0; i < known.length; i++) { // the last variable's state is hidden
      shown[i] = known[i].replaceAll("[01]\\]\\}$", "null]}");
    }
    Files.writeString(dir.resolve("shown.jsonl"), String.join("\n", shown));
    final String command = "predict --model DIR/model.json --format jsonl --data DIR/shown.jsonl";
    final String[] alone = run(command).split("\n");
    final String[] given = run(command + " --given").split("\n");
    double aloneLoss = 0;
    double givenLoss = 0;
    for (int i = 0; i < known.length; i++) {
      final JsonNode states = JSON.readTree(known[i]).get("states");
      final int last = states.size() - 1;
      final JsonNode answer = JSON.readTree(given[i]);
      for (int v = 0; v < last; v++) {
        assertThat(answer.get("states").get(v)).isEqualTo(states.get(v));
      }
      final int truth = states.get(last).asInt();
      aloneLoss -= Math.log(JSON.readTree(alone[i]).at(path(last, truth)).asDouble());
      givenLoss -= Math.log(answer.at(path(last, truth)).asDouble());
    }
    assertThat(givenLoss).isLessThan(0.9 * aloneLoss);
  }

  private static String path(final int variable, final int state) {
    return "/probabilities/" + variable + "/" + state;
  }

  @Test
  void evaluate_trees_saysWhatTheBaselineIs() {
    assertThat(run("evaluate --format jsonl --data DIR/train.jsonl"))
        .contains("diagonal curvature, 2 features, graphs")
        .contains("baseline     prior, else uniform 0.6931");
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

  /** Random trees whose nodes mostly are as their parents are; each sees a cue of its state. */
  private static String trees(final long seed, final int size, final double hidden) {
    final SplittableRandom random = new SplittableRandom(seed);
    final StringBuilder lines = new StringBuilder();
    for (int i = 0; i < size; i++) {
      final int nodes = 1 + random.nextInt(6);
      final int[] states = new int[nodes];
      final StringBuilder factors = new StringBuilder();
      final StringBuilder shown = new StringBuilder();
      final StringBuilder cardinalities = new StringBuilder();
      for (int v = 0; v < nodes; v++) {
        final int parent = v == 0 ? 0 : random.nextInt(v);
        states[v] = v > 0 && random.nextDouble() < 0.85 ? states[parent] : random.nextInt(2);
        final double cue = 2 * states[v] - 1 + 2 * gaussian(random);
        factors
            .append(v == 0 ? "" : ", ")
            .append(
                "{\"variables\": [" + v + "], \"configurations\": [{}, {\"cue\": " + cue + "}]}");
        if (v > 0) {
          factors.append(
              ", {\"variables\": [%d, %d], \"configurations\":".formatted(parent, v)
                  + " [{\"same\": 1}, {}, {}, {\"same\": 1}]}");
        }
        final boolean known = v == 0 || random.nextDouble() >= hidden;
        shown.append(v == 0 ? "" : ", ").append(known ? states[v] : "null");
        cardinalities.append(v == 0 ? "2" : ", 2");
      }
      lines
          .append("{\"cardinalities\": [" + cardinalities + "], \"factors\": [" + factors + "],")
          .append(" \"states\": [" + shown + "]}\n");
    }
    return lines.toString();
  }

  private static double gaussian(final SplittableRandom random) {
    return Math.sqrt(-2 * Math.log(1 - random.nextDouble()))
        * Math.cos(2 * Math.PI * random.nextDouble());
  }
}
