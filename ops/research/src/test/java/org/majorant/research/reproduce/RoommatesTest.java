package org.majorant.research.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.demo.KnownMatching;

class RoommatesTest {
  @Test
  void learners_areBetterThanNone_andSureOfWhatIsRight(@TempDir final Path dir) throws Exception {
    final Path image = dir.resolve("roc.png");
    final Roommates roommates = new Roommates(image, 8, 60, 60);
    final List<Roommates.Row> rows = new ArrayList<>();
    roommates.run(row -> rows.add((Roommates.Row) row));
    assertThat(rows).hasSize(roommates.size());
    final Roommates.Row near = rows.get(0);
    final Roommates.Row truth = rows.get(rows.size() - 1);
    for (final Roommates.Row row : rows) {
      assertThat(row.cells()).hasSameSizeAs(roommates.columns());
      if (row != near) {
        assertThat(row.wrong()).as("%s", row).isBetween(truth.wrong(), near.wrong());
        assertThat(row.area()).as("%s", row).isBetween(near.area(), truth.area());
      }
      assertThat(row.sureHalf()).as("%s", row).isLessThan(row.wrong());
      assertThat(row.at1()).as("%s", row).isLessThan(row.at5());
      assertThat(row.at5()).as("%s", row).isLessThan(row.at10());
    }
    assertThat(rows.get(rows.size() - 2).area()).isGreaterThan(near.area() + 0.1);
    assertThat(ImageIO.read(image.toFile()).getWidth()).isGreaterThan(400);
    assertThat(roommates.notes())
        .filteredOn(line -> line.contains("with the paper: "))
        .hasSize(3)
        .anyMatch(line -> line.startsWith("Agrees with the paper: learning ranks"));
  }

  /** The edge of most score may be of no matching that has another, and so of less probability. */
  @Test
  void scores_ofABestMatching_areItsOwnSurestFirst() {
    final double[][] features = {{2}, {0}, {1.9}, {1.9}, {0}, {2}}; // 01, 02, 03, 12, 13, 23
    final boolean[] chosen = {true, false, false, false, false, true};
    final KnownMatching known = new KnownMatching(KnownMatching.complete(4), features, chosen);
    final RoommateScores right = RoommateScores.of(List.of(known), new double[] {1});
    assertThat(right.best()).containsExactlyInAnyOrder(0, 5);
    assertThat(right.wrong(1)).isZero();
    assertThat(right.byScore().area()).isEqualTo(1);
    final RoommateScores wrong = RoommateScores.of(List.of(known), new double[] {-1});
    assertThat(wrong.best()).containsExactlyInAnyOrder(1, 4);
    assertThat(wrong.wrong(0.5)).isEqualTo(1);
    assertThat(wrong.byMarginal().area()).isZero();
  }
}
