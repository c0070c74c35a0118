package org.majorant.research.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.majorant.ops.terminal.Json;

class ConditionsTest {
  private record Count(int examples) {}

  @Test
  void conditions_whereOthersTookLittle_areTrusted() {
    final Conditions quiet = Conditions.of(new MachineLoad(1000, 50, 400, 500));
    assertThat(quiet.warning()).isEmpty();
    assertThat(quiet.toString())
        .contains(quiet.cores() + " cores of ", "steal 5.0 %, other processes 5.0 %");
  }

  @Test
  void conditions_whereTheHostOrOthersTookMuch_areNot() {
    assertThat(Conditions.of(new MachineLoad(1000, 101, 399, 500)).warning()).isPresent();
    assertThat(Conditions.of(new MachineLoad(1000, 0, 300, 500)).warning()).isPresent();
  }

  @Test
  void conditions_whereTheSystemDoesNotTell_areNotTrustedAndWriteNoSteal() throws Exception {
    final Conditions unknown = Conditions.of(new MachineLoad(0, 0, 0, 0));
    assertThat(unknown.warning().orElseThrow()).contains("does not tell");
    final JsonNode json = new ObjectMapper().readTree(Json.line(unknown));
    assertThat(json.has("steal")).isFalse();
    assertThat(json.get("trusted").booleanValue()).isFalse();
  }

  @Test
  void measured_inJson_isOneObjectWithItsConditions() throws Exception {
    final var measured = Measured.of(() -> new Count(7));
    final JsonNode json = new ObjectMapper().readTree(Json.line(measured));
    assertThat(json.get("examples").intValue()).isEqualTo(7);
    assertThat(json.get("cores").intValue()).isPositive();
    assertThat(json.has("cpu")).isTrue();
  }
}
