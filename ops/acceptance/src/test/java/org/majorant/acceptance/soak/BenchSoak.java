package org.majorant.acceptance.soak;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.majorant.ops.Majorant;

/** The benches run on tiny sizes and print what they promise. How fast is no matter of a test. */
@Tag("soak")
class BenchSoak {
  @Test
  void pipeline_ofAFile_printsAllRatiosAndConditions() throws Exception {
    final JsonNode json =
        json(
            "pipeline --examples 2000 --rounds 1 --data data/adult/a9a.gz --partitions 2 --without-peers");
    for (final String name :
        List.of(
            "exampleBytes",
            "decode",
            "streams",
            "learner",
            "atLeastOnce",
            "full",
            "learnerToStreams",
            "learnerToDecode",
            "exactlyOnceToAtLeastOnce",
            "fullToDiagonal")) {
      assertThat(json.get(name).doubleValue()).as(name).isPositive();
    }
    assertThat(json.has("steal")).isTrue();
  }

  @Test
  void pipeline_packedAndOfMoreFeaturesThanFullCurvatureTakes_leavesThatOut() throws Exception {
    final JsonNode json =
        json(
            "pipeline --examples 500 --rounds 1 --dimension 3000 --features 5 --pack 10"
                + " --without-peers");
    assertThat(json.get("learnerToStreams").doubleValue()).isPositive();
    assertThat(json.get("packedToDecode").doubleValue()).isPositive();
    assertThat(json.has("learnerToDecode")).isFalse();
    assertThat(json.has("fullToDiagonal")).isFalse();
  }

  @Test
  void quality_ofAFile_printsOurLossesBetweenTheBaselinesAndTheBatchOptimum() throws Exception {
    final JsonNode rows =
        json("quality --format libsvm --data data/adult/a9a.t.gz --holdout .2 --rounds 1"
                + " --without-peers")
            .get("rows");
    assertThat(rows.findValuesAsText("learner"))
        .containsExactly(
            "no change",
            "class frequency",
            "Majorant, diagonal",
            "Majorant, full",
            "Majorant, full, no members",
            "batch optimum");
    final double frequency = rows.get(1).get("progressiveLogLoss").doubleValue();
    final JsonNode optimum = rows.get(5);
    assertThat(optimum.get("hindsight").get("of").intValue()).isEqualTo(5);
    for (int i = 2; i < 5; i++) {
      final JsonNode row = rows.get(i);
      assertThat(row.get("progressiveLogLoss").doubleValue()).isBetween(0.3, frequency);
      assertThat(row.get("heldOutLogLoss").doubleValue())
          .isBetween(optimum.get("heldOutLogLoss").doubleValue() - 0.01, 0.4);
      assertThat(row.has("hindsight")).isFalse();
    }
  }

  @Test
  void sequence_withSentencesHeldOut_printsTheirLossToo() throws Exception {
    final String data = "data/wikigold/test.conll.gz";
    final JsonNode json =
        json(
            "sequence --format conll --data %s --test %s --rounds 1 --without-peers"
                .formatted(data, data));
    assertThat(json.get("learnToScore").doubleValue()).isPositive();
    assertThat(json.get("rows").get(0).get("heldOutLogLoss").doubleValue()).isBetween(0.0, 0.5);
  }

  @Test
  void scale_ofFewExamples_printsAnExponentForEachAxis() throws Exception {
    final JsonNode axes = json("scale --examples 50 --rounds 1").get("axes");
    assertThat(axes.findValuesAsText("name")).containsExactly("features", "dimension", "classes");
    assertThat(axes.get(0).get("exponent").isNumber()).isTrue();
  }

  @Test
  void latency_aMoment_printsPercentilesInOrder() throws Exception {
    final JsonNode json = json("latency --data data/adult/a9a.gz --examples 2000 --seconds 1");
    assertThat(json.get("examples").intValue()).isPositive();
    for (final String until : List.of("learned", "visible")) {
      final double median = json.get(until).get("p50").doubleValue();
      assertThat(json.get(until).get("p99").doubleValue()).isGreaterThanOrEqualTo(median);
      assertThat(median).as(until).isPositive();
    }
  }

  /** Beside what HTTP alone costs a prediction costs something, and rows of one request less. */
  @Test
  void serve_aMoment_predictsByTheMixtureItHasLearned() throws Exception {
    System.setProperty("majorant.home", ".."); // as the launcher does
    final JsonNode json;
    try {
      json = json("serve --seconds 1");
    } finally {
      System.clearProperty("majorant.home");
    }
    assertThat(json.get("members").intValue()).isGreaterThan(1);
    final double one = json.at("/one/perSecond").doubleValue();
    assertThat(one).isPositive();
    assertThat(100 * json.at("/hundred/perSecond").doubleValue()).isGreaterThan(one);
    assertThat(json.at("/one/p99").doubleValue())
        .isGreaterThanOrEqualTo(json.at("/one/median").doubleValue());
    assertThat(json.get("oneToFloor").doubleValue()).isBetween(0.0, 1.5);
  }

  private static JsonNode json(final String arguments) throws Exception {
    final StringWriter out = new StringWriter();
    final StringWriter err = new StringWriter();
    final String[] args = ("bench " + arguments + " --json").split(" ");
    final int exitCode =
        Majorant.commandLine()
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(args);
    assertThat(exitCode).as(err.toString()).isZero();
    return new ObjectMapper().readTree(out.toString());
  }
}
