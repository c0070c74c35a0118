package org.majorant.research.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.ops.Majorant;

class BoundCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** Two outcomes of equal scores: log 2, ½, and Σ = ¼, which is the Hessian. */
  @Test
  void fairCoin_boundIsTheKnownOne() throws IOException {
    final JsonNode bound = json("bound --outcome 0 --outcome 1 --json");

    assertThat(bound.get("logPartition").asDouble()).isCloseTo(Math.log(2), within(1e-15));
    assertThat(bound.at("/gradient/0").asDouble()).isEqualTo(0.5);
    assertThat(bound.at("/curvature/0/0").asDouble()).isEqualTo(0.25);
    assertThat(bound.get("trace").asDouble()).isEqualTo(0.25);
    assertThat(bound.get("hessianTrace").asDouble()).isCloseTo(0.25, within(1e-15));
    assertThat(bound.has("slack")).isFalse();
  }

  /** log(1 + eʳ) has the curvature tanh(r/2)/2r: with log h = (0, −1) at t = 3, r is 2. */
  @Test
  void priorAndPoint_enterTheScores_andTheSlackIsMeasured() throws IOException {
    final JsonNode bound =
        json("bound --outcome 0 --outcome 1 --log-prior 0,-1 --at 3 --theta -1 --json");

    final double p = 1 / (1 + Math.exp(-2));
    final double sigma = Math.tanh(1) / 4;
    final double value = Math.log1p(Math.exp(2)) - 4 * p + 8 * sigma;
    final double logPartition = Math.log1p(Math.exp(-2));
    assertThat(bound.at("/gradient/0").asDouble()).isCloseTo(p, within(1e-14));
    assertThat(bound.at("/curvature/0/0").asDouble()).isCloseTo(sigma, within(1e-14));
    assertThat(bound.get("hessianTrace").asDouble()).isCloseTo(p * (1 - p), within(1e-14));
    assertThat(bound.get("boundAtTheta").asDouble()).isCloseTo(value, within(1e-13));
    assertThat(bound.get("logPartitionAtTheta").asDouble()).isCloseTo(logPartition, within(1e-14));
    assertThat(bound.get("slack").asDouble()).isCloseTo(value - logPartition, within(1e-13));
  }

  @Test
  void impossibleOutcome_countsForNothing() throws IOException {
    final String two = "bound --outcome 1,2 --outcome 3,1 --json";
    final JsonNode bound = json(two);
    assertThat(json(two + " --outcome 9,9 --log-prior 0,0,-Infinity")).isEqualTo(bound);
  }

  @Test
  void order_descendingIsTighterThanAscending() throws IOException {
    final String peaked = "bound --outcome 1,0,0 --outcome 0,1,0 --outcome 0,0,1 --at 0,5,2 --json";
    final double descending = json(peaked).get("trace").asDouble();
    assertThat(json(peaked + " --order ascending").get("trace").asDouble())
        .isGreaterThan(descending);
    assertThat(json(peaked + " --order given").get("trace").asDouble()).isGreaterThan(descending);
  }

  @Test
  void table_isPrinted() {
    assertThat(run("bound --outcome 0,0 --outcome 1,0 --outcome 0,1 --theta 1,-1")).isZero();
    assertThat(out.toString())
        .containsPattern("log Z +1.09861")
        .containsPattern("mu +0.333333 +0.333333")
        .containsPattern("Sigma +[0-9.]+ +-0.[0-9]+\n +-0.[0-9]+ +[0-9.]+\n")
        .containsPattern("the Hessian's +0.444444")
        .containsPattern("At theta the bound is 1.[0-9]+ and log Z is 1.[0-9]+: the slack is 0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "                            | Missing required option: '--outcome=F1,F2,...'",
        "--outcome a                 | --outcome must be numbers with commas between them, not 'a'",
        "--outcome 1,                | --outcome must be numbers with commas between them, not '1,'",
        "--outcome 1 --outcome 1,2   | --outcome 1,2 has 2 features, but the first has 1: give each",
        "--outcome NaN               | --outcome must be finite numbers",
        "--outcome 1 --at 1,2        | --at has 2 numbers for 1 features: give one for each",
        "--outcome 1 --at Infinity   | --at must be finite numbers",
        "--outcome 1 --theta x       | --theta must be numbers with commas between them, not 'x'",
        "--outcome 1 --log-prior 0,0 | --log-prior has 2 numbers for 1 outcomes: give one for each",
        "--outcome 1 --log-prior NaN | --log-prior must be finite numbers or -Infinity, and one at",
        "--outcome 1 --log-prior -Infinity | --log-prior must be finite numbers or -Infinity, and",
        "--outcome 1e200 --at 1e200  | score of outcome 0 is not finite: log-prior 0.0 + Infinity:"
            + " give smaller numbers",
        "--outcome 1 --order random  | expected one of [DESCENDING, GIVEN, ASCENDING]",
      })
  void input_wrong_isOneLineAndExitCode2(final String arguments, final String message) {
    assertThat(run(arguments == null ? "bound" : "bound " + arguments)).isEqualTo(2);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString().lines()).singleElement().asString().startsWith("majorant: ");
    assertThat(err.toString()).contains(message);
  }

  private JsonNode json(final String arguments) throws IOException {
    out.getBuffer().setLength(0);
    assertThat(run(arguments)).as(err.toString()).isZero();
    return new ObjectMapper().readTree(out.toString());
  }

  private int run(final String arguments) {
    return Majorant.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments.split(" +"));
  }
}
