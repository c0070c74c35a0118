package org.majorant.ops.http.curves;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.majorant.ops.Published;
import org.majorant.schema.ModelHead;

class ModelCurvesTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ModelCurves curves = new ModelCurves();

  @Test
  void versions_areAddedOnce() {
    assertThat(curves.addVersions(List.of(head(1, 0, 0), head(2, 0, 0)), head -> 1)).hasSize(2);
    assertThat(curves.addVersions(List.of(head(2, 0, 0), head(3, 0, 0)), head -> 1)).hasSize(1);
    assertThat(curves.addVersions(List.of(head(2, 0, 0), head(3, 0, 0)), head -> 1)).isEmpty();
  }

  /** Two versions a second apart: the loss of the examples between them, as its learner says it. */
  @Test
  void modelThatOthersLearn_hasTheMeansOfTheLastSeconds() throws Exception {
    curves.follow(List.of(head(1, 100, 60), head(2, 200, 100)));
    final JsonNode rows = rows();
    assertThat(rows).hasSize(2);
    assertThat(at(rows.get(0), "logLoss").asDouble()).as("since it began").isEqualTo(0.6);
    assertThat(at(rows.get(1), "logLoss").asDouble()).isEqualTo(0.5);
    assertThat(at(rows.get(1), "time").asLong()).isEqualTo(2000);
    assertThat(at(rows.get(1), "accuracy").asDouble()).isEqualTo(0.75);
    assertThat(at(rows.get(1), "lag").isNull()).as("its learner knows").isTrue();

    for (int version = 3; version <= 30; version++) {
      curves.follow(List.of(head(version, 100 * version, 100 + 10 * (version - 2))));
    }
    assertThat(at(rows().get(29), "logLoss").asDouble())
        .as("of ten seconds")
        .isCloseTo(0.1, within(1e-6));
    assertThat(JSON.readTree(curves.day().seconds().rawValue().toString()).get("rows")).hasSize(1);
  }

  /** The first version that is seen says nothing of the last seconds. */
  @Test
  void modelThatIsOld_hasNoLossUntilItsNextVersion() throws Exception {
    curves.follow(List.of(head(7, 700, 350)));
    assertThat(at(rows().get(0), "logLoss").isNull()).isTrue();
    curves.follow(List.of(head(8, 800, 370)));
    assertThat(at(rows().get(1), "logLoss").asDouble()).isCloseTo(0.2, within(1e-6));
  }

  /** The tally of a state that came back is smaller: no difference of the two is a loss. */
  @Test
  void modelThatWentBack_beginsAnew() throws Exception {
    curves.follow(List.of(head(7, 700, 350), head(8, 100, 90), head(9, 200, 140)));
    assertThat(at(rows().get(1), "logLoss").isNull()).isTrue();
    assertThat(at(rows().get(2), "logLoss").asDouble()).isEqualTo(0.5);
  }

  /** A batch has scored what it held out, whatever was before. */
  @Test
  void batch_hasItsOwnLoss() throws Exception {
    final ModelHead batch = head(8, 10, 4);
    batch.setSource("train.csv");
    curves.follow(List.of(head(7, 700, 350), batch));
    assertThat(at(rows().get(1), "logLoss").asDouble()).isCloseTo(0.4, within(1e-6));
  }

  /** The head of a version a second, whose model has scored so much, with so great a loss. */
  private static ModelHead head(final long version, final double weight, final double logLoss) {
    final ModelHead head = Published.version(version).head();
    head.getTally().setWeight(weight);
    head.getTally().setLogLoss(logLoss);
    head.getTally().setCorrect(0.75 * weight);
    return head;
  }

  private JsonNode rows() throws Exception {
    return JSON.readTree(curves.quarter().seconds().rawValue().toString()).get("rows");
  }

  private static JsonNode at(final JsonNode row, final String column) {
    return row.get(List.of(LearnerMeters.COLUMNS).indexOf(column));
  }
}
