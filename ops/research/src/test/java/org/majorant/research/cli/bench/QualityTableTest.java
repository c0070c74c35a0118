package org.majorant.research.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.majorant.research.bench.QualityRow;
import org.majorant.research.bench.QualityRow.Hindsight;

class QualityTableTest {
  @Test
  void rows_ofAllKinds_fitATerminalAndAreMarkedWhereTheyAreInHindsight() {
    final StringWriter out = new StringWriter();
    QualityTable.print(
        List.of(
            new QualityRow("class frequency", null, null, 0.5, null, null, null, null),
            new QualityRow("MOA (SGD)", null, null, null, null, null, null, "it fails: no network"),
            new QualityRow(
                "Majorant, diagonal, no members", 9.0, 111.5, 0.25, 0.125, 0.9, null, null),
            new QualityRow(
                "batch optimum",
                null,
                null,
                null,
                0.125,
                null,
                new Hindsight("rate", 1e-4, 5),
                null)),
        new PrintWriter(out),
        80);
    assertThat(out.toString().lines())
        .containsExactly(
            "learner                        seconds progressive held out in hindsight",
            "class frequency                             0.5000",
            "Majorant, diagonal, no members 111.500      0.2500   0.1250",
            "batch optimum                                        0.1250 best of 5: rate 0.0001",
            "MOA (SGD) was not measured: it fails: no network");
  }
}
