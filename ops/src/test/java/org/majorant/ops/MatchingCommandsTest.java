package org.majorant.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.features.FeatureNames;
import org.majorant.model.Model;
import org.majorant.model.ModelFile;
import org.majorant.ops.data.PointMatchings;
import org.majorant.ops.data.Roommates;
import org.majorant.spec.SpecFile;

/** Matchings from files to what users see, without a broker. */
class MatchingCommandsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path dir;

  @BeforeEach
  void files() throws IOException {
    Files.writeString(dir.resolve("train.jsonl"), PointMatchings.lines(1, 1500));
    Files.writeString(dir.resolve("test.jsonl"), PointMatchings.lines(2, 300));
    Files.writeString(dir.resolve("points.yaml"), PointMatchings.SPEC);
  }

  @ParameterizedTest
  @ValueSource(strings = {" --spec DIR/points.yaml", ""})
  void evaluate_matchings_learnsThem(final String spec) throws IOException {
    final String files = spec + " --format jsonl --data DIR/train.jsonl --test DIR/test.jsonl";
    final JsonNode one = json("evaluate --json" + files);
    final JsonNode four = json("evaluate --json --workers 4 --sync 64" + files);
    for (final JsonNode streamed : new JsonNode[] {one, four}) {
      assertThat(streamed.get("examples").asInt()).isEqualTo(1500);
      assertThat(streamed.get("curvature").asText()).isEqualTo("full");
      assertThat(streamed.get("heldOutAccuracy").asDouble()).isGreaterThan(0.7);
      assertThat(streamed.get("boundSlackMin").asDouble()).isGreaterThan(-1e-9);
      // near log(3!)/3, which a guess among six matchings has
      assertThat(streamed.at("/baselines/noChange").asDouble()).isCloseTo(0.59, within(0.05));
      assertThat(streamed.get("heldOutLogLoss").asDouble())
          .isLessThan(0.7 * streamed.at("/baselines/noChange").asDouble());
    }
    assertThat(four.get("heldOutLogLoss").asDouble() / one.get("heldOutLogLoss").asDouble())
        .isBetween(0.97, 1.03);
    assertThat(run("evaluate" + files)).contains("full curvature, 2 features, matchings");
  }

  @Test
  void predict_matchings_saysTheBestAndHowSureItIs() throws IOException {
    final Model model =
        new Model(
            SpecFile.read(PointMatchings.SPEC),
            1,
            new double[] {-1.5, 1},
            new float[] {1, 1},
            new float[] {1, 1});
    try (Writer out = Files.newBufferedWriter(dir.resolve("model.json"))) {
      ModelFile.write(model, new FeatureNames(model.spec(), List.of()), Map.of(), out);
    }
    final String[] lines =
        run("predict --model DIR/model.json --format jsonl --data DIR/test.jsonl").split("\n");
    final String[] asked = Files.readString(dir.resolve("test.jsonl")).split("\n");
    assertThat(lines).hasSameSizeAs(asked);
    int right = 0;
    double least = 0;
    double most = 0;
    for (int i = 0; i < lines.length; i++) {
      final JsonNode prediction = JSON.readTree(lines[i]);
      assertThat(prediction.get("edges")).hasSize(PointMatchings.SIZE * PointMatchings.SIZE);
      final List<String> matches = new ArrayList<>();
      prediction
          .get("matches")
          .forEach(match -> matches.add("[" + match.get("left") + "," + match.get("right") + "]"));
      final List<String> taken = new ArrayList<>();
      JSON.readTree(asked[i]).get("matches").forEach(match -> taken.add(match.toString()));
      right += matches.equals(taken) ? 1 : 0;
      least += prediction.get("logLikelihoodFrom").asDouble() / lines.length;
      most += prediction.get("logLikelihoodTo").asDouble() / lines.length;
    }
    assertThat(right).isGreaterThan(lines.length / 2);
    assertThat(least).isBetween(-1.5, most);
  }

  /** Four people and two rooms: those share one mostly who are alike. */
  @Test
  void evaluateAndPredict_roommates_goByWhoIsAlike() throws IOException {
    Files.writeString(dir.resolve("rooms.jsonl"), Roommates.lines(3, 600));
    Files.writeString(
        dir.resolve("rooms.yaml"),
        "model: rooms\ntask: matching\nmax-edges: 10\nfeatures: {names: [apart, alone]}\n");
    final String files = " --spec DIR/rooms.yaml --format jsonl --data DIR/rooms.jsonl";
    final JsonNode learned = json("evaluate --json" + files);
    assertThat(learned.get("examples").asInt()).isEqualTo(600);
    assertThat(learned.get("boundSlackMin").asDouble()).isGreaterThan(-1e-9);
    assertThat(learned.get("progressiveLogLoss").asDouble())
        .isLessThan(0.8 * learned.at("/baselines/noChange").asDouble());
    final Model model =
        new Model(
            SpecFile.read(Files.readString(dir.resolve("rooms.yaml"))),
            1,
            new double[] {-2, -1},
            new float[] {1, 1},
            new float[] {1, 1});
    try (Writer out = Files.newBufferedWriter(dir.resolve("rooms.json"))) {
      ModelFile.write(model, new FeatureNames(model.spec(), List.of()), Map.of(), out);
    }
    final String[] lines =
        run("predict --model DIR/rooms.json --format jsonl --data DIR/rooms.jsonl").split("\n");
    assertThat(lines).hasSize(600);
    for (final String line : lines) {
      final JsonNode prediction = JSON.readTree(line);
      int nodes = 0;
      for (final JsonNode match : prediction.get("matches")) {
        nodes += match.get("right").isNull() ? 1 : 2;
      }
      assertThat(nodes).isEqualTo(Roommates.PEOPLE);
      assertThat(prediction.get("logLikelihoodFrom").asDouble())
          .isLessThan(prediction.get("logLikelihoodTo").asDouble());
    }
  }

  /** The dual knows by itself how far it is from the optimum; L-BFGS is what is usual. */
  @Test
  void train_matchings_findsOneOptimumByEitherSolver() throws IOException {
    final String files =
        " --spec DIR/points.yaml --format jsonl --data DIR/train.jsonl --test DIR/test.jsonl";
    final JsonNode best = json("train --json --out DIR/best.json" + files);
    final JsonNode dual = json("train --json --solver frank-wolfe --gap 1e-3" + files);
    final JsonNode warm = json("train --json --warm-start stream --gap 1e-6" + files);
    final double least = best.get("objective").asDouble();
    assertThat(best.get("solver").asText()).isEqualTo("LBFGS");
    assertThat(best.get("stop").asText()).isEqualTo("GRADIENT_NORM");
    assertThat(best.get("inferenceGap").asDouble()).isBetween(0.0, 1e-4);
    assertThat(best.has("dual")).isFalse();
    assertThat(dual.get("stop").asText()).isEqualTo("RELATIVE_GAP");
    assertThat(dual.get("objective").asDouble()).isCloseTo(least, within(1e-3 * least));
    assertThat(dual.get("dual").asDouble()).isBetween(least * (1 - 1e-3), least);
    assertThat(warm.get("objective").asDouble()).isCloseTo(least, within(1e-5 * least));
    assertThat(warm.get("stop").asText()).isEqualTo("RELATIVE_GAP");

    final JsonNode scored =
        json("evaluate --json --model DIR/best.json --format jsonl --data DIR/test.jsonl");
    assertThat(scored.get("logLoss")).isEqualTo(best.get("heldOutLogLoss"));
    assertThat(run("predict --model DIR/best.json --format jsonl --data DIR/test.jsonl").lines())
        .hasSize(300)
        .allSatisfy(line -> assertThat(line).contains("\"matches\""));
    assertThat(run("train --solver frank-wolfe --gap 0.01" + files))
        .contains("which no objective is below");
  }

  @Test
  void train_bySolversThatAreForOthers_isRefusedInALine() throws IOException {
    final String file = " --format jsonl --data DIR/train.jsonl";
    for (final String solver : new String[] {"newton", "bound", "relaxed", "adaptive"}) {
      assertThat(failed("train --spec DIR/points.yaml --solver " + solver + file))
          .isEqualToIgnoringNewLines(
              "majorant: --solver %s is not for such examples of 'task: matching': give one of lbfgs, frank-wolfe"
                  .formatted(solver));
    }
    assertThat(failed("train --spec DIR/points.yaml --solver frank-wolfe --l2 0" + file))
        .contains("without a prior there is no dual: give --l2 more than 0");
    Files.writeString(
        dir.resolve("l1.yaml"),
        PointMatchings.SPEC + "curvature: {memory: full}\nprior: {l1: 1}\n");
    assertThat(failed("train --spec DIR/l1.yaml --solver bound" + file))
        .contains("constraints and l1 are not for a batch of 'task: matching'");
    Files.writeString(
        dir.resolve("train.jsonl"),
        "{\"features\": {\"a\": 1}, \"label\": \"x\"}\n{\"features\": {}, \"label\": \"y\"}\n");
    assertThat(failed("train --solver frank-wolfe" + file))
        .contains(
            "--solver frank-wolfe is not for such examples of 'task: multiclass': give one of bound,");
  }

  @Test
  void train_roommates_findsTheOptimumByLbfgsAlone() throws IOException {
    Files.writeString(dir.resolve("rooms.jsonl"), Roommates.lines(3, 300));
    Files.writeString(
        dir.resolve("rooms.yaml"),
        "model: rooms\ntask: matching\nmax-edges: 10\nfeatures: {names: [apart, alone]}\n");
    final String files = " --spec DIR/rooms.yaml --format jsonl --data DIR/rooms.jsonl";
    assertThat(json("train --json" + files).get("stop").asText()).isEqualTo("GRADIENT_NORM");
    assertThat(failed("train --solver frank-wolfe" + files))
        .contains("--solver frank-wolfe is not for such examples of 'task: matching': give one of");
  }

  private JsonNode json(final String arguments) throws IOException {
    return JSON.readTree(run(arguments));
  }

  private String run(final String arguments) {
    final StringWriter out = new StringWriter();
    final StringWriter err = new StringWriter();
    assertThat(execute(arguments, out, err)).as(err.toString()).isZero();
    return out.toString();
  }

  private String failed(final String arguments) {
    final StringWriter err = new StringWriter();
    assertThat(execute(arguments, new StringWriter(), err)).isNotZero();
    return err.toString();
  }

  private int execute(final String arguments, final StringWriter out, final StringWriter err) {
    return Majorant.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments.replace("DIR", dir.toString()).split(" "));
  }
}
