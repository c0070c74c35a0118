package org.majorant.ops.http.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.majorant.ops.Published;
import org.majorant.schema.ModelHead;

class TallyWindowTest {
  /** A version a second for an hour, as a learner publishes them. */
  @Test
  void ofManyVersions_keepsSomeOfAQuarterOfAnHour() {
    TallyWindow window = TallyWindow.NONE;
    final Set<Long> begins = new HashSet<>();
    for (int version = 1; version <= 3600; version++) {
      window = window.with(head(version, version), TallyWindow.FINE);
      for (int minutes = 1; minutes <= 15; minutes++) {
        final long begin = window.before(Duration.ofMinutes(minutes)).created() / 1000;
        assertThat(version - begin)
            .as("%d minutes before version %d", minutes, version)
            .isBetween(Math.min(version - 1, 60L * minutes), 60L * minutes + 10);
      }
      begins.add(window.before(TallyWindow.LONGEST).version());
    }
    assertThat(window.newest().version()).isEqualTo(3600);
    assertThat(begins).as("moments that were ever kept").hasSizeLessThan(3600 / 10 + 2);
  }

  @Test
  void ofAYoungModel_beginsWithNothing() {
    final TallyWindow window = TallyWindow.NONE.with(head(1, 20), TallyWindow.FINE);
    assertThat(window.before(Duration.ofMinutes(1)).version()).isZero();
    assertThat(window.before(Duration.ofMinutes(1)).tally().getExamples()).isZero();
    assertThat(window.newest().tally().getExamples()).isEqualTo(20);
  }

  /** Its tally is of examples that were held out, and has nothing to do with those before. */
  @Test
  void ofABatch_isOfItsOwn() {
    final ModelHead batch = head(2, 30);
    batch.setSource("train.csv");
    final TallyWindow window =
        TallyWindow.NONE.with(head(1, 20), TallyWindow.FINE).with(batch, TallyWindow.FINE);
    assertThat(window.before(TallyWindow.LONGEST).tally().getExamples()).isZero();
    assertThat(window.newest().tally().getExamples()).isEqualTo(30);
  }

  /** A model that was deleted begins again, with the next number. */
  @Test
  void ofFewerExamplesThanBefore_beginsAgain() {
    final TallyWindow window =
        TallyWindow.NONE
            .with(head(1, 20), TallyWindow.FINE)
            .with(head(2, 30), TallyWindow.FINE)
            .with(head(3, 10), TallyWindow.FINE);
    assertThat(window.before(TallyWindow.LONGEST).version()).isEqualTo(3);
  }

  private static ModelHead head(final long version, final int examples) {
    final ModelHead head = Published.version(version).head();
    head.getTally().setExamples(examples);
    return head;
  }
}
