package org.majorant.ops.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.majorant.file.evaluate.Confusion;
import org.majorant.file.evaluate.Evaluation;
import org.majorant.file.evaluate.Evaluator;
import org.majorant.file.evaluate.Rounds;

class ConfusionTest {
  @Test
  void table_thatFits_hasARowARightLabel() {
    final Confusion confusion = Confusion.empty(List.of("O", "B-LOC"));
    confusion.add(0, 1);
    IntStream.range(0, 1234).forEach(i -> confusion.add(1, 0));
    assertThat(confusion.lines(80))
        .containsExactly(
            "confusion    a row a right label, a column a predicted one",
            "           O  B-LOC",
            "O          0      1",
            "B-LOC  1,234      0");
  }

  @Test
  void table_thatDoesNotFit_isTheMostFrequentMistakes() {
    final Confusion confusion =
        Confusion.empty(IntStream.range(0, 20).mapToObj(y -> "label" + y).toList());
    confusion.add(3, 3);
    confusion.add(3, 19);
    IntStream.range(0, 12).forEach(y -> confusion.add(y, y + 1));
    confusion.add(7, 8);
    assertThat(confusion.lines(80))
        .hasSize(11)
        .startsWith(
            "confusion    the most frequent mistakes: right label, predicted one",
            "label7   label8           2")
        .noneMatch(line -> line.startsWith("label3   label3 "));
  }

  @Test
  void wikigold_confusion_addsUpToTheScores() throws Exception {
    final Evaluation found =
        new Evaluator(Wikigold.spec()).run(Wikigold.train(), 1, Rounds.ALONE, Wikigold.test());
    final long[][] counts = found.heldOutConfusion().counts();
    assertThat(Arrays.stream(counts).mapToLong(row -> Arrays.stream(row).sum()).boxed().toList())
        .as("%s", found.heldOutConfusion().labels())
        .containsExactly(5721L, 246L, 357L, 229L, 380L);
    assertThat(trace(counts) / 6933.0).isEqualTo(found.heldOutAccuracy());
    assertThat(found.heldOutEntities().count()).isEqualTo(711);
    assertThat(found.heldOutEntities().f1()).isGreaterThan(0.5);
    assertThat(found.entities().count()).isEqualTo(2847);
    final long[][] progressive = found.confusion().counts();
    final long tokens = Arrays.stream(progressive).flatMapToLong(Arrays::stream).sum();
    assertThat(tokens).isEqualTo(found.tokens());
    assertThat(trace(progressive) / (double) tokens).isEqualTo(found.progressiveAccuracy());
  }

  private static long trace(final long[][] counts) {
    return IntStream.range(0, counts.length).mapToLong(y -> counts[y][y]).sum();
  }
}
