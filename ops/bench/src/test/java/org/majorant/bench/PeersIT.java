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
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.ops.Majorant;

/**
 * Other learners are built and measured as a user's first {@code ops/majorant bench} does it. What
 * is in Java runs everywhere; Vowpal Wabbit's library is for Linux on x86-64, and elsewhere it is
 * said that it does not load.
 */
final class PeersIT {
  private static final Path HOME = Path.of("..", "..").toAbsolutePath().normalize();

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
  void quality_ofFewExamples_hasARowOfEachPeer() throws Exception {
    final Path data = head("adult/a9a.gz", 2000);
    final JsonNode rows = json("quality", "--rounds", "1", "--data", data.toString()).get("rows");
    assertThat(rows.findValuesAsText("learner"))
        .containsExactly(
            "Majorant, diagonal",
            "Majorant, full",
            "Vowpal Wabbit",
            "MOA (SGD)",
            "Tribuo (5 passes)",
            "liblinear (batch)");
    for (final JsonNode row : rows) {
      final String learner = row.get("learner").textValue();
      if (learner.equals("Vowpal Wabbit") && row.has("unavailable")) {
        assertThat(row.get("unavailable").textValue()).startsWith("it fails: ");
      } else {
        assertThat(row.path("heldOutLogLoss").doubleValue()).as(learner).isBetween(0.3, 0.7);
        assertThat(row.path("examplesPerSecond").doubleValue()).as(learner).isPositive();
      }
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
