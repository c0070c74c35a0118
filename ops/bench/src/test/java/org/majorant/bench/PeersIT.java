package org.majorant.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.ops.Majorant;

/**
 * Other learners are built and measured as a user's first {@code ops/majorant bench} does it. What
 * is in Java runs everywhere; Vowpal Wabbit's library is for Linux on x86-64, and elsewhere it is
 * said that it does not load.
 */
@Tag("bench")
final class PeersIT {
  private static final Path HOME = Path.of("..", "..").toAbsolutePath().normalize();

  private static final String HINDSIGHT = ", in hindsight";
  private static final List<String> LEARNERS =
      List.of(
          "Majorant, diagonal",
          "Majorant, full",
          "Majorant, full, no members",
          "Vowpal Wabbit",
          "MOA (SGD)",
          "Tribuo (5 passes)",
          "liblinear (batch)");

  @TempDir private Path dir;

  @BeforeAll
  static void beAtHome() {
    System.setProperty("majorant.home", HOME.toString());
  }

  @AfterAll
  static void leaveHome() {
    System.clearProperty("majorant.home");
  }

  @Test
  void quality_ofTwoLabels_hasRowsOfEachPeer() throws Exception {
    final Map<String, JsonNode> rows = quality(head("adult/a9a.gz", 2000));
    assertThat(rows).containsKeys("no change", "class frequency", "batch optimum, in hindsight");
    for (final String learner : LEARNERS) {
      assertLoss(rows, learner, 0.3, 0.7);
    }
  }

  /** A draw at random loses ln 3 = 1.0986. */
  @Test
  void quality_ofThreeLabels_hasRowsOfEachPeerThatLearnThem() throws Exception {
    final Map<String, JsonNode> rows = quality(threeLabels());
    assertThat(rows.get("class frequency").get("progressiveLogLoss").doubleValue())
        .isBetween(1.09, 1.2);
    for (final String learner : LEARNERS) {
      final double most = learner.startsWith("MOA") ? 1.0986 : 0.9; // its own rate is timid
      assertLoss(rows, learner, 0.1, most);
    }
  }

  /** Rows by learner; each that is in hindsight has its own, and is as good as the defaults. */
  private static Map<String, JsonNode> quality(final Path data) throws IOException {
    final Map<String, JsonNode> rows = new LinkedHashMap<>();
    json(
            "quality",
            "--rounds",
            "1",
            "--format",
            "libsvm",
            "--holdout",
            "0.2",
            "--data",
            data.toString())
        .get("rows")
        .forEach(
            row ->
                rows.put(
                    row.get("learner").textValue() + (row.has("hindsight") ? HINDSIGHT : ""), row));
    for (final String peer : List.of("Vowpal Wabbit", "MOA (SGD)", "Tribuo (5 passes)")) {
      if (!rows.get(peer).has("unavailable")) {
        assertThat(rows.get(peer + HINDSIGHT).get("heldOutLogLoss").doubleValue())
            .as(peer)
            .isLessThanOrEqualTo(rows.get(peer).get("heldOutLogLoss").doubleValue());
      }
    }
    return rows;
  }

  private static void assertLoss(
      final Map<String, JsonNode> rows, final String learner, final double from, final double to) {
    final JsonNode row = rows.get(learner);
    assertThat(row).as(learner).isNotNull();
    if (learner.equals("Vowpal Wabbit") && row.has("unavailable")) {
      assertThat(row.get("unavailable").textValue()).startsWith("it fails: ");
    } else {
      assertThat(row.path("heldOutLogLoss").doubleValue()).as(learner).isBetween(from, to);
      assertThat(row.path("examplesPerSecond").doubleValue()).as(learner).isPositive();
    }
  }

  /** Each label has a feature that it has more often than the others have. */
  private Path threeLabels() throws IOException {
    final SplittableRandom random = new SplittableRandom(3);
    final List<String> lines = new ArrayList<>();
    for (int i = 0; i < 1500; i++) {
      final int label = random.nextInt(3);
      final StringBuilder line = new StringBuilder("class" + label);
      for (int j = 0; j < 3; j++) {
        if (random.nextDouble() < (j == label ? 0.8 : 0.2)) {
          line.append(" %d:1".formatted(j + 1));
        }
      }
      lines.add(line.toString());
    }
    return Files.write(dir.resolve("three"), lines);
  }

  /** Texts have more words than a forest takes features. */
  @Test
  void league_ofFewRows_hasARowOfEachPeerThatLearnsThem() throws Exception {
    final JsonNode results = json("league", "--rows", "200").get("results");
    assertThat(results).hasSize(3);
    for (final JsonNode result : results) {
      final boolean text = result.get("set").get("title").textValue().equals("SMS spam");
      final Map<String, JsonNode> rows = new LinkedHashMap<>();
      result.get("rows").forEach(row -> rows.put(row.get("learner").textValue(), row));
      assertThat(rows).hasSize(10);
      rows.forEach(
          (learner, row) -> {
            final boolean forest = learner.endsWith("forest") || learner.endsWith("patches");
            if (text && forest || learner.startsWith("Vowpal") && row.has("unavailable")) {
              assertThat(row.get("unavailable").textValue()).isNotEmpty();
            } else {
              assertLoss(rows, learner, 0.01, 0.8);
              assertThat(row.path("heldOutAccuracy").doubleValue()).as(learner).isGreaterThan(0.6);
            }
            assertThat(row.has("hindsight"))
                .as(learner)
                .isEqualTo(learner.equals("FTRL-Proximal") || learner.equals("AdaGrad"));
          });
    }
  }

  @Test
  void sequence_ofFewSentences_hasARowOfMallet() throws Exception {
    final String data = head("wikigold/test.conll.gz", 500).toString();
    final JsonNode rows =
        json("sequence", "--format", "conll", "--data", data, "--test", data, "--rounds", "1")
            .get("rows");
    final JsonNode mallet = rows.get(rows.size() - 1);
    assertThat(mallet.get("learner").textValue()).isEqualTo("MALLET");
    assertThat(mallet.path("heldOutLogLoss").doubleValue()).isBetween(0.0, 0.5);
  }

  /** It ends at the objective that is asked for only if that is ours. */
  @Test
  void train_onAdult_endsWithLiblinearAtTheSameObjective() throws Exception {
    final JsonNode json = json("train", "--rounds", "1");
    assertThat(json.path("liblinearSeconds").doubleValue()).as("%s", json).isPositive();
    assertThat(json.path("newtonToLiblinear").doubleValue()).isPositive();
  }

  @Test
  void pipeline_besideVowpalWabbit_printsTheRatioOrWhyThereIsNone() throws Exception {
    final JsonNode json =
        json("pipeline", "--examples", "1000", "--rounds", "1", "--dimension", "3000");
    assertThat(json.has("learnerToVw")).as("%s", json).isNotEqualTo(json.has("unavailable"));
    assertThat(json.path("learnerMicros").doubleValue()).isPositive();
    assertThat(json.path("processMicros").doubleValue())
        .isGreaterThan(json.path("learnerMicros").doubleValue());
    assertThat(json.path("brokerMicros").doubleValue()).isPositive();
  }

  /** The first lines of a file that comes with Majorant. */
  private Path head(final String name, final int lines) throws IOException {
    final Path file = HOME.resolve("ops/data").resolve(name);
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(new GZIPInputStream(Files.newInputStream(file))))) {
      final List<String> head = reader.lines().limit(lines).toList();
      return Files.write(dir.resolve("head"), head);
    }
  }

  private static JsonNode json(final String... arguments) throws IOException {
    final StringWriter out = new StringWriter();
    final StringWriter err = new StringWriter();
    final String[] args = new String[arguments.length + 2];
    args[0] = "bench";
    System.arraycopy(arguments, 0, args, 1, arguments.length);
    args[args.length - 1] = "--json";
    final int exitCode =
        Majorant.commandLine()
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(args);
    assertThat(exitCode).as(err.toString()).isZero();
    return new ObjectMapper().readTree(out.toString());
  }
}
