package org.majorant.ops.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.majorant.ops.Published;
import org.majorant.ops.terminal.Json;
import org.majorant.ops.terminal.Redrawn;
import org.majorant.schema.DriftAlarm;
import org.majorant.schema.DriftMove;
import org.majorant.schema.ModelHead;
import org.majorant.schema.Moments;
import org.majorant.schema.Tally;
import org.majorant.schema.WatchedFeature;
import org.majorant.spec.SpecFile;
import org.majorant.tally.Tallies;
import picocli.CommandLine.Help.Ansi;

class VersionPanelTest {
  private static final long BEGIN = 1_700_000_000_000L;

  @Test
  void panel_wide_hasTwoColumns() {
    final VersionPanel panel = new VersionPanel(80, Ansi.OFF);
    panel.add(version(1, 1000, 0.5));
    final List<String> lines = lines(panel, version(3, 3000, 0.5), OptionalLong.of(1234), 4000);

    assertThat(lines).hasSize(8);
    assertThat(lines).allSatisfy(line -> assertThat(line).hasSizeLessThan(80));
    assertThat(lines.get(0)).startsWith("model        colours").contains("version      3, 1 s old");
    assertThat(lines.get(1)).startsWith("examples     3,000").contains("rate         1,000/s");
    assertThat(lines.get(2)).startsWith("lag          1,234").contains("rejected     7");
    assertThat(lines.get(3)).startsWith("lost         9").contains("log-loss     0.5000");
    assertThat(lines.get(4)).startsWith("accuracy     0.7500").contains("no change    0.7000");
    assertThat(lines.get(5)).startsWith("class freq.  0.6000").contains("objective    0.500000");
    assertThat(lines.get(6)).startsWith("<= bound     0.600000").contains("least slack  0.25");
    assertThat(lines.get(7).strip()).isEqualTo("step norm    2.0000");
  }

  @Test
  void panel_narrow_hasOneColumn() {
    final VersionPanel panel = new VersionPanel(40, Ansi.OFF);
    final List<String> lines = lines(panel, version(1, 1, 0.5), OptionalLong.empty(), 1000);

    assertThat(lines).hasSize(15);
    assertThat(lines).allSatisfy(line -> assertThat(line).hasSizeLessThan(40));
    assertThat(lines.get(3).strip()).isEqualTo("rate         -");
    assertThat(lines.get(4).strip()).isEqualTo("lag          -");
  }

  /** As after an import: 0 would be the best of all losses. */
  @Test
  void losses_ofAVersionThatHasScoredNothing_areUnknown() {
    final ModelHead head = version(1, 0, 0.5);
    final Tally tally = Tallies.empty();
    tally.setImported(600);
    head.setTally(tally);
    final List<String> lines =
        lines(new VersionPanel(40, Ansi.OFF), head, OptionalLong.empty(), 1000);
    assertThat(lines)
        .extracting(String::strip)
        .contains("log-loss     -", "accuracy     -", "no change    -", "class freq.  -");
    final ModelLine line = ModelLine.of(head);
    assertThat(line.cells()).containsExactly("colours", "1", "0", "0", "-", "-", "-", "-");
    assertThat(Json.line(line)).doesNotContain("progressive", "baselines");
  }

  /** Each version has it from then on, and only the first says it. */
  @Test
  void alarm_isSaidOnce() {
    final ModelLine before = ModelLine.of(Published.mixed(2).head());
    final ModelLine first = ModelLine.of(Published.drifted(3, 10_080).head());
    final ModelLine next = ModelLine.of(Published.drifted(4, 10_080).head());
    final ModelLine again = ModelLine.of(Published.drifted(5, 20_085).head());
    assertThat(before.below(null)).isEmpty();
    assertThat(first.below(before))
        .singleElement()
        .asString()
        .startsWith("    drift at 10,080 examples, 1970-01-01 ")
        .endsWith(
            ":09: the loss went from 0.3400 to 1.2500; the share of green went from 0.240 to"
                + " 0.760; memories that forget weighed 50 %; what was learned before counts 0.40 % since");
    assertThat(next.below(first)).isEmpty();
    assertThat(again.below(next)).hasSize(1);
    assertThat(again.below(null)).hasSize(1);
  }

  /** A feature by its name, and one that is standardized by a bound in its own unit. */
  @Test
  void featuresThatMoved_areNamed() {
    final ModelHead head = Published.mixed(3).head();
    head.setSpec(
        SpecFile.read(
            "{model: m, labels: [a, b], features: {names: [age, pay], standardize: 100}}"));
    head.setMoments(
        Moments.newBuilder()
            .setCount(100)
            .setMeans(List.of(40.0, 9.0))
            .setSquares(List.of(10_000.0, 400.0))
            .build());
    final WatchedFeature age = new WatchedFeature(0, -0.1);
    final WatchedFeature pay = new WatchedFeature(1, null);
    head.setAlarms(
        List.of(
            new DriftAlarm(
                9_000L,
                8_900L,
                500L,
                List.of(),
                List.of(
                    new DriftMove("feature", null, 0.48, 0.7, age),
                    new DriftMove("feature", null, 0.3, 0.0, pay)),
                null,
                null)));
    assertThat(DriftLine.of(head).get(0).line())
        .endsWith(
            ": the share of age > 39.00 went from 0.480 to 0.700; the share of pay went from 0.300 to"
                + " 0.000");
    head.setSpec(SpecFile.read("{model: m, labels: [a, b], features: {dimension: 2}}"));
    head.setMoments(null);
    assertThat(Json.line(DriftLine.of(head).get(0).moves()))
        .isEqualTo(
            "[{\"of\":\"feature\",\"feature\":\"feature 0\",\"above\":-0.1,\"before\":0.48,"
                + "\"after\":0.7},{\"of\":\"feature\",\"feature\":\"feature 1\",\"before\":0.3,"
                + "\"after\":0.0}]");
  }

  @Test
  void whatWasServed_isSaidBesideWhatWasLearned() {
    final ModelHead head = version(1, 1, 0.5);
    head.getTally().setServedWeight(4);
    head.getTally().setServedLogLoss(3);
    head.getTally().setServedCorrect(2);
    assertThat(lines(new VersionPanel(40, Ansi.OFF), head, OptionalLong.empty(), 1000))
        .extracting(String::strip)
        .contains("log-loss     0.5000", "served loss  0.7500", "served acc.  0.5000");
    assertThat(ModelLine.of(head).below(null))
        .contains("    as served: log-loss 0.7500, accuracy 0.5000, 4 scored");
    assertThat(Json.line(ModelLine.of(head)))
        .contains("\"served\":{\"scored\":4.0,\"logLoss\":0.75,\"accuracy\":0.5}");
    assertThat(ModelLine.of(version(1, 1, 0.5)).below(null)).isEmpty();
  }

  @Test
  void pass_afterTheFirst_isSaid() {
    final VersionPanel panel = new VersionPanel(40, Ansi.OFF);
    final List<String> lines = panel.lines(version(1, 1, 0.5), OptionalLong.empty(), 3, BEGIN);
    assertThat(lines).hasSize(16);
    assertThat(lines.get(15).strip()).isEqualTo("pass         3: seen before");
  }

  /** The last of an odd number of cells stands alone. */
  @Test
  void pass_inTwoColumns_isSaid() {
    for (final int pass : new int[] {1, 2}) {
      assertThat(
              new VersionPanel(80, Ansi.OFF)
                  .lines(version(1, 1, 0.5), OptionalLong.empty(), pass, BEGIN))
          .hasSize(8);
    }
  }

  @Test
  void objective_aboveItsBound_isSaid() {
    final VersionPanel panel = new VersionPanel(80, Ansi.OFF);
    assertThat(lines(panel, version(1, 1, 0.601), OptionalLong.empty(), 1000).get(6))
        .contains("> bound ");
  }

  @Test
  void lines_redrawn_goBackUpAndEraseTheRest() {
    final StringWriter screen = new StringWriter();
    final Redrawn redrawn = new Redrawn(new PrintWriter(screen));
    redrawn.draw(List.of("a", "b"));
    assertThat(screen.toString()).doesNotContain("A");
    redrawn.draw(List.of("c"));

    assertThat(screen.toString().replace("\033[", "^").replace(System.lineSeparator(), "/"))
        .isEqualTo("a^K/b^K/^J\r^2Ac^K/^J");
  }

  /** Version v was made at second v. */
  private static ModelHead version(final long v, final long examples, final double objective) {
    final Tally tally = Tallies.empty();
    tally.setExamples(examples);
    tally.setRejected(7);
    tally.setLost(9);
    tally.setWeight(10);
    tally.setLogLoss(5);
    tally.setCorrect(7.5);
    tally.setNoChangeLogLoss(7);
    tally.setClassFrequencyLogLoss(6);
    tally.setSlackMin(0.25);
    return new ModelHead(
        "colours",
        v,
        v - 1,
        v,
        SpecFile.read("{model: colours, labels: [red, green], features: {names: [warm, cold]}}"),
        0L,
        1,
        0L,
        List.of(),
        tally,
        BEGIN + 1000 * v,
        objective,
        0.6,
        2.0,
        null,
        null,
        List.of(),
        0L,
        null,
        List.of(),
        0.0,
        null,
        List.of(),
        null);
  }

  private static List<String> lines(
      final VersionPanel panel, final ModelHead head, final OptionalLong lag, final long millis) {
    return panel.lines(head, lag, 1, BEGIN + millis);
  }
}
