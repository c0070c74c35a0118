package org.majorant.ops.http.curves;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.majorant.model.Model;
import org.majorant.ops.Published;
import org.majorant.schema.Member;

class VersionRowTest {
  @Test
  void members_areSummedUpOnEitherSideOfTheSpecs() {
    final double[] row = VersionRow.of(Published.mixed(3).head(), 2);
    assertThat(row).hasSameSizeAs(VersionRow.COLUMNS);
    assertThat(at(row, "version")).isEqualTo(3);
    assertThat(at(row, "slack")).isEqualTo(0.25);
    assertThat(at(row, "lessSure")).isEqualTo(0.005);
    assertThat(at(row, "pass")).isEqualTo(2);
    assertThat(at(row, "asSure")).isEqualTo(0.195);
    assertThat(at(row, "surer")).isCloseTo(0.8, within(1e-12));
    assertThat(at(row, "weakerPrior")).isCloseTo(0.8, within(1e-12));
    assertThat(at(row, "specPrior")).isEqualTo(0.195);
    assertThat(at(row, "strongerPrior")).isEqualTo(0.005);
    assertThat(at(row, "temperature")).isBetween(1.4, 1.5);
    assertThat(at(row, "prior")).isBetween(0.1, 0.2);
    assertThat(at(row, "remembers")).as("of one memory").isNaN();
    assertThat(at(row, "forgets")).as("of one memory").isNaN();
  }

  @Test
  void members_ofSeveralMemories_areSummedUpByWhetherTheyForget() {
    final List<Member> members =
        List.of(
            new Member(1.0, 1.0, 0.25, null, 0.0, 0),
            new Member(0.01, 1.0, 0.5, weights(), 32.0, 0),
            new Member(0.01, 1.0, 0.25, weights(), 1024.0, 0));
    final Model model = Published.model(Published.COLOURS, 1, Published.WEIGHTS);
    final double[] row = VersionRow.of(Published.version(model.mixing(members)).head(), 1);
    assertThat(at(row, "remembers")).isEqualTo(0.25);
    assertThat(at(row, "forgets")).isEqualTo(0.75);
  }

  @Test
  void lastAlarm_isAMark() {
    assertThat(at(VersionRow.of(Published.drifted(3, 10_080).head(), 1), "drift")).isEqualTo(9_000);
    assertThat(at(VersionRow.of(Published.mixed(3).head(), 1), "drift")).isNaN();
  }

  private static ByteBuffer weights() {
    return ByteBuffer.allocate(Double.BYTES * Published.WEIGHTS.length);
  }

  @Test
  void members_ofTheSpecsPriorAlone_haveNoColumnsOfPriors() {
    final Model model = Published.model(Published.COLOURS, 1, Published.WEIGHTS);
    final double[] row =
        VersionRow.of(
            Published.version(model.mixing(List.of(new Member(1.0, 2.0, 1.0, null, 0.0, 0))))
                .head(),
            1);
    assertThat(at(row, "surer")).isEqualTo(1);
    assertThat(at(row, "temperature")).isEqualTo(2);
    for (final String column : List.of("weakerPrior", "specPrior", "strongerPrior", "prior")) {
      assertThat(at(row, column)).as(column).isNaN();
    }
  }

  @Test
  void noMembers_leaveTheirColumnsEmpty() {
    final double[] row = VersionRow.of(Published.version(3).head(), 1);
    assertThat(at(row, "objective")).isEqualTo(0.5);
    assertThat(at(row, "asSure")).isNaN();
    assertThat(at(row, "temperature")).isNaN();
    assertThat(at(row, "prior")).isNaN();
  }

  private static double at(final double[] row, final String column) {
    return row[List.of(VersionRow.COLUMNS).indexOf(column)];
  }
}
