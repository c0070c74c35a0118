package org.majorant.ops;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table of somebody's own from the file to predictions, without a broker. */
class OwnDataCommandsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path dir;
  private StringWriter err;

  /** Who has no contract of a year churns, mostly; one in four rows. */
  @BeforeEach
  void files() throws IOException {
    final SplittableRandom random = new SplittableRandom(1);
    final StringBuilder table = new StringBuilder("id,plan,joined,age,churned\n");
    final StringBuilder asked = new StringBuilder("plan,joined,age\n");
    for (int i = 0; i < 400; i++) {
      final boolean yearly = random.nextInt(4) > 0;
      final boolean churned = random.nextInt(10) == 0 ? yearly : !yearly;
      final String row =
          (yearly ? "\"year, paid\"" : "month")
              + ",2024-0%d-11,".formatted(1 + random.nextInt(9))
              + (random.nextInt(9) == 0 ? "" : 18 + random.nextInt(60));
      table.append("C%05d,%s,%s%n".formatted(i * 37 % 1000, row, churned ? "yes" : "no"));
      asked.append(i < 20 ? row + "\n" : "");
    }
    Files.writeString(dir.resolve("churn.csv"), table);
    Files.writeString(dir.resolve("asked.csv"), asked);
    Files.writeString(
        dir.resolve("churn.yaml"),
        run("spec infer --data DIR/churn.csv --label-column churned", 0));
  }

  @Test
  void spec_inferred_isTakenByEachCommand() throws IOException {
    final String checked = run("spec check DIR/churn.yaml --data DIR/churn.csv", 0);
    assertThat(checked).contains("400 examples: 0 would be rejected, 0 have no label");

    final String data = " --spec DIR/churn.yaml --data DIR/churn.csv";
    final JsonNode streamed = JSON.readTree(run("evaluate --holdout .25 --json" + data, 0));
    assertThat(streamed.get("heldOutAccuracy").asDouble()).isGreaterThan(0.8);

    final JsonNode trained = JSON.readTree(run("train --json --out DIR/churn.json" + data, 0));
    final JsonNode whole = JSON.readTree(run("evaluate --json" + data, 0));
    assertThat(trained.get("progressiveLogLoss")).isEqualTo(whole.get("progressiveLogLoss"));
    run("train --solver newton" + data, 2);
    assertThat(err.toString()).contains("--solver is not for a spec with views");
    assertThat(run("train --solver newton --set views=[]" + data, 0)).contains("ended by");
    assertThat(run("evaluate --model DIR/churn.json --data DIR/churn.csv", 0))
        .contains("rejected 0");
  }

  /** Rows to predict have neither label nor identifier, and may cost what they cost. */
  @Test
  void predict_rowsWithoutLabel_byModelAlone() throws IOException {
    run("train --out DIR/churn.json --spec DIR/churn.yaml --data DIR/churn.csv", 0);
    final String predict = "predict --model DIR/churn.json --data DIR/asked.csv";
    final String usual = run(predict, 0);
    assertThat(usual.lines()).hasSize(20).anyMatch(l -> l.contains("\"label\":\"yes\""));
    final String costly = run(predict + " --cost no=1,yes=1000", 0);
    assertThat(costly.lines()).allMatch(l -> l.contains("\"label\":\"yes\""));
    assertThat(costly.replace("\"yes\",\"prob", "\"no\",\"prob"))
        .isEqualTo(usual.replace("\"yes\",\"prob", "\"no\",\"prob"));
    assertThat(run(predict + " --cost maybe=1", 2)).isEmpty();
    assertThat(run(predict + " --cost yes=0", 2)).isEmpty();
    assertThat(run(predict + " --explain 2", 0).lines())
        .hasSize(20)
        .allMatch(l -> l.contains("\"explain\":[{\"label\":\"yes\",\"score\":"))
        .allMatch(l -> l.split("\"gave\"").length == 3);
    assertThat(run(predict + " --explain 0", 2)).isEmpty();
  }

  /** Rows and predictions lose step where what cannot be predicted leaves no gap. */
  @Test
  void predict_whatCannotBePredicted_hasItsPlaceAndItsLine() throws IOException {
    run("train --out DIR/churn.json --spec DIR/churn.yaml --data DIR/churn.csv", 0);
    Files.writeString(
        dir.resolve("asked.csv"),
        "plan,joined,age\nmonth,,\n\"month,,\nmonth\nmonth,,NaN\nmonth,,\n");
    final List<String> rows =
        run("predict --model DIR/churn.json --data DIR/asked.csv", 1).lines().toList();
    assertThat(rows).hasSize(5).element(4).isEqualTo(rows.get(0));
    for (int i = 1; i < 4; i++) {
      assertThat(rows.get(i)).matches("\\{\"error\":\".*asked.csv:" + (i + 2) + ": .*\"}");
    }
    Files.writeString(dir.resolve("one.csv"), "age\n30\n\n40\n");
    assertThat(run("predict --model DIR/churn.json --data DIR/one.csv", 0).lines()).hasSize(3);
  }

  @Test
  void predict_idOfAnExample_comesBack() throws IOException {
    run("train --out DIR/churn.json --spec DIR/churn.yaml --data DIR/churn.csv", 0);
    Files.writeString(
        dir.resolve("asked.jsonl"),
        "{\"id\": \"a\\\"1\", \"features\": {\"plan=month\": 1}}\n"
            + "{\"id\": 7, \"features\": {\"age\": 1e60}}\n");
    assertThat(run("predict --model DIR/churn.json --data DIR/asked.jsonl", 1).lines())
        .satisfiesExactly(
            first -> assertThat(first).startsWith("{\"id\":\"a\\\"1\",\"version\":"),
            second -> assertThat(second).contains("error", "asked.jsonl:2: "));
  }

  /** Such files were predicted with confidence, and without a word. */
  @Test
  void predict_fileOfOtherColumns_saysHowManyAreKnown() throws IOException {
    run("train --out DIR/churn.json --spec DIR/churn.yaml --data DIR/churn.csv", 0);
    final Map<String, String> files =
        Map.of(
            "plan,joined,age\nmonth,2024-01-01,3\n", "",
            "Plan,joined,age\nmonth,,3\n",
                "has 2 of the 3 columns of model churn; it lacks 'plan'; the model does not know 'Plan'",
            "month,2024-01-01,3\nmonth,,4\n", "has 0 of the 3 columns of model churn; it lacks ",
            "age\n1\n", "has 1 of the 3 columns of model churn; it lacks 'plan', 'joined'\n");
    for (final Map.Entry<String, String> each : files.entrySet()) {
      Files.writeString(dir.resolve("asked.csv"), each.getKey());
      run("predict --model DIR/churn.json --data DIR/asked.csv", 0);
      assertThat(err.toString())
          .contains(each.getValue())
          .hasLineCount(each.getValue().isEmpty() ? 0 : 1);
    }
    Files.writeString(dir.resolve("asked.csv"), "Plan,joined,age\nmonth,,3\n");
    assertThat(run("predict --model DIR/churn.json --data DIR/asked.csv", 0))
        .contains("\"unknown\":[\"Plan\"],\"missing\":[\"plan\"]}");
    assertThat(run("predict --model DIR/churn.json --data DIR/asked.csv --strict", 1))
        .startsWith("{\"error\":")
        .contains("the model does not know [Plan], and the row lacks [plan]: leave --strict out");
    Files.writeString(dir.resolve("asked.jsonl"), "{\"row\": {\"Plan\": 1, \"age\": 1}}\n");
    assertThat(run("predict --model DIR/churn.json --data DIR/asked.jsonl", 0))
        .contains("\"unknown\":[\"Plan\"],\"missing\":[\"plan\",\"joined\"]}");
    Files.writeString(dir.resolve("asked.jsonl"), "{\"features\": {\"Plan=month\": 1}}\n");
    run("predict --model DIR/churn.json --data DIR/asked.jsonl", 0);
    assertThat(err.toString()).contains("asked.jsonl has 0 of the 3 columns of model churn");
  }

  @Test
  void evaluate_rejectedRows_areNamedByFileAndLine() throws IOException {
    Files.writeString(dir.resolve("r.yaml"), "{model: r, labels: [x, y], features: {names: [a]}}");
    Files.writeString(
        dir.resolve("r.csv"), "a,label\n1,x\nNaN,x\n2,y\n1,z\n" + "3,w\n".repeat(5) + "4,x\n");
    run("evaluate --spec DIR/r.yaml --data DIR/r.csv --passes 2 --shuffle 1", 0);
    assertThat(err.toString().lines())
        .hasSize(6)
        .filteredOn(line -> line.matches("majorant: .*r.csv:\\d+: (label '[wz]'|value NaN of) .*"))
        .hasSize(5);
    assertThat(err.toString()).contains("majorant: 2 more are rejected: ");

    Files.writeString(dir.resolve("r.csv"), "a,label\n1,x\nNaN,x\n2,y\n4,x\n");
    run("evaluate --spec DIR/r.yaml --data DIR/r.csv", 0);
    assertThat(err.toString()).contains("r.csv:3: value NaN of feature 'a'").hasLineCount(1);
  }

  @Test
  void labels_withCommasAndEqualsSigns_canBeNamed_andTwinsAreTold() throws IOException {
    Files.writeString(
        dir.resolve("l.csv"),
        "a,label\n" + "1,\"x,y\"\n3,p=q\n2,+1\n1,1\n7,True\n7,true\n".repeat(9));
    final String data = " --data DIR/l.csv";
    Files.writeString(dir.resolve("l.yaml"), run("spec infer" + data, 0));
    final String told = "'+1' and '1', 'True' and 'true'; write each class one way";
    assertThat(err.toString()).contains(told);
    run("spec check DIR/l.yaml" + data, 0);
    assertThat(err.toString()).contains(told);
    run("evaluate --spec DIR/l.yaml" + data, 0);
    assertThat(err.toString()).contains(told);
    run("train --out DIR/l.json --spec DIR/l.yaml" + data, 0);
    final String predict = "predict --model DIR/l.json" + data + " --cost ";
    assertThat(run(predict + "x,y=1e6,p=q=2", 0).lines())
        .allMatch(line -> line.contains("\"label\":\"x,y\""));
    run(predict + "p=q=x", 2);
    assertThat(err.toString()).contains("--cost: 'p=q=x' is no LABEL=C, as yes=8");
  }

  /** The weights of the option are those of a spec that has them. */
  @Test
  void classWeights_balanced_standInTheSpecOrOnTheCommandLine() throws IOException {
    final String balanced =
        run("spec infer --data DIR/churn.csv --label-column churned --class-weights balanced", 0);
    assertThat(balanced)
        .containsPattern("(?m)^weights: \\{\"no\": 0\\.\\d+, \"yes\": [12]\\.\\d+}$");
    Files.writeString(dir.resolve("balanced.yaml"), balanced);
    final String weights =
        balanced.replaceAll("(?s).*\\nweights: \\{(.*?)}.*", "$1").replaceAll("[\" ]", "");

    final String evaluate = "evaluate --json --holdout .25 --data DIR/churn.csv --spec ";
    final JsonNode plain = JSON.readTree(run(evaluate + "DIR/churn.yaml", 0));
    final JsonNode inSpec = JSON.readTree(run(evaluate + "DIR/balanced.yaml", 0));
    final JsonNode typed =
        JSON.readTree(
            run(evaluate + "DIR/churn.yaml --class-weights " + weights.replace(':', '='), 0));
    assertThat(typed.get("progressiveLogLoss")).isEqualTo(inSpec.get("progressiveLogLoss"));
    assertThat(typed.get("progressiveLogLoss")).isNotEqualTo(plain.get("progressiveLogLoss"));
  }

  @Test
  void classWeights_ofOtherFormats_areWrittenToo() throws IOException {
    Files.writeString(dir.resolve("data.libsvm"), "-1 1:1\n-1 2:1\n-1 1:1\n+1 2:1\n");
    assertThat(run("spec infer --data DIR/data.libsvm --class-weights balanced", 0))
        .containsPattern("weights:\\s+\"-1\": 0.667\\s+\"?\\+1\"?: 2\n");
  }

  @Test
  void check_specThatIsNotOfTheData_endsWith1AndSaysWhy() throws IOException {
    final Path spec = dir.resolve("churn.yaml");
    Files.writeString(spec, Files.readString(spec).replace("\"plan=month\"", "\"plan=Month\""));
    final String checked = run("spec check DIR/churn.yaml --data DIR/churn.csv", 1);
    assertThat(checked)
        .contains("in the spec, but no feature of any example: ")
        .contains("plan=Month")
        .contains("features of examples that the spec does not list, and ignores: plan=month");
  }

  private String run(final String arguments, final int exit) {
    final StringWriter out = new StringWriter();
    err = new StringWriter();
    final String[] args = arguments.split(" ");
    for (int i = 0; i < args.length; i++) {
      args[i] = args[i].replace("DIR", dir.toString());
    }
    assertThat(
            Majorant.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args))
        .as("%s %s", out, err)
        .isEqualTo(exit);
    return out.toString();
  }
}
