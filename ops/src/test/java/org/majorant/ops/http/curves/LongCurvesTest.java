package org.majorant.ops.http.curves;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.majorant.ops.http.curves.ModelCurves.Tables;

class LongCurvesTest {
  private static final int DAY = 86_400;
  private static final long NOW = 1_795_250_238_770L;

  @Test
  void rows_haveEachColumnOfItsQuery_andOnlyTimesOfWhichSomethingIsKnown() throws Exception {
    final FakePrometheus.Answer answer =
        (query, from) ->
            query.contains("majorant_lag_records")
                ? FakePrometheus.series("[%d,\"7\"]".formatted(from + 840))
                : query.equals("max(majorant_model_version{model=\"a \\\"b\\\\\"})")
                    ? FakePrometheus.series("[%d,\"3\"]".formatted(from))
                    : FakePrometheus.nothing();
    try (FakePrometheus fake = new FakePrometheus(answer)) {
      final var curves = new LongCurves(new PrometheusServer(fake.url("")));
      final Tables week = curves.of("a \"b\\", 7, NOW);

      final long from = NOW / 1000 - 719 * 840;
      assertThat(fake.asked())
          .as("one query a column that is known")
          .hasSize(25)
          .allSatisfy(
              question -> {
                assertThat(question.get("query"))
                    .contains("{model=\"a \\\"b\\\\\"")
                    .doesNotContain("MODEL", "WINDOW");
                assertThat(Long.parseLong(question.get("start"))).isEqualTo(from);
                assertThat(question).containsEntry("step", "840");
              });
      final JsonNode seconds = json(week.seconds().rawValue().toString());
      assertThat(seconds.at("/rows")).hasSize(1);
      assertThat(seconds.at("/rows/0/0").asLong()).isEqualTo(1000 * (from + 840));
      assertThat(seconds.at("/rows/0").get(List.of(LearnerMeters.COLUMNS).indexOf("lag")).asInt())
          .isEqualTo(7);
      final JsonNode versions = json(week.versions().rawValue().toString());
      assertThat(versions.at("/rows")).hasSize(1);
      assertThat(versions.at("/rows/0/0").asLong()).isEqualTo(1000 * from);
      assertThat(versions.at("/rows/0/1").asInt()).isEqualTo(3);
    }
  }

  @Test
  void steps_areAboutAThousandthOfTheTime() {
    for (int days = 1; days <= LongCurves.LONGEST; days++) {
      assertThat(LongCurves.step(days) * 720L).isEqualTo(days * (long) DAY);
    }
  }

  private static JsonNode json(final String text) throws Exception {
    return new ObjectMapper().readTree(text);
  }
}
