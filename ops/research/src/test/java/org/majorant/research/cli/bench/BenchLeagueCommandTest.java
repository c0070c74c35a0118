package org.majorant.research.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.ops.Majorant;

class BenchLeagueCommandTest {
  @TempDir private Path dir;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private String home;

  @BeforeEach
  void bringChurnAlong() throws Exception {
    home = System.getProperty("majorant.home");
    Files.createDirectories(dir.resolve("ops/data"));
    System.setProperty("majorant.home", dir.toString());
    final List<String> churn = new ArrayList<>(List.of("calls,plan,churned"));
    for (int i = 0; i < 150; i++) {
      churn.add(
          "%d,%s,%s".formatted(i % 7, i % 2 == 0 ? "month" : "year", i % 7 > 3 ? "yes" : "no"));
    }
    Files.createDirectories(dir.resolve("more/churn"));
    Files.write(dir.resolve("more/churn/churn.csv"), churn);
  }

  @AfterEach
  void leaveHome() {
    if (home == null) {
      System.clearProperty("majorant.home");
    } else {
      System.setProperty("majorant.home", home);
    }
  }

  @Test
  void league_ofASetInADirectory_isLearnedByTheViewsThatAreProposedAndTellsWhatIsMissing()
      throws Exception {
    assertThat(league("--data-dir", dir.resolve("more").toString())).as("%s", err).isZero();
    final JsonNode json = new ObjectMapper().readTree(out.toString());
    final JsonNode churn = json.get("results").get(0);
    assertThat(churn.get("set").get("title").textValue()).isEqualTo("churn");
    assertThat(churn.get("examples").intValue()).isEqualTo(80);
    assertThat(churn.get("heldOut").intValue()).isEqualTo(20);
    assertThat(churn.get("views")).isNotEmpty();
    final JsonNode rows = churn.get("rows");
    assertThat(rows.get(0).get("progressiveLogLoss").doubleValue())
        .isPositive()
        .isNotEqualTo(rows.get(1).get("progressiveLogLoss").doubleValue());
    assertThat(rows.get(0).get("heldOutAccuracy").doubleValue()).isGreaterThan(0.9);
    assertThat(json.get("missing")).hasSize(11);
  }

  @Test
  void league_ofAFileOrOfFewRows_isRefused() {
    assertThat(league("--data-dir", dir.resolve("none").toString())).isEqualTo(2);
    assertThat(err.toString()).contains("is no directory: give one that has data files");
    assertThat(league("--rows", "99")).isEqualTo(2);
    assertThat(err.toString()).contains("--rows must be 100 or more");
  }

  private int league(final String... more) {
    final List<String> line =
        new ArrayList<>(List.of("bench", "league", "--without-peers", "--json"));
    if (!List.of(more).contains("--rows")) {
      line.addAll(List.of("--rows", "100"));
    }
    line.addAll(List.of(more));
    return Majorant.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(line.toArray(String[]::new));
  }
}
