package org.majorant.ops.operate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.majorant.schema.AppliedSpec;
import org.majorant.schema.Comparison;
import org.majorant.schema.ModelHead;
import org.majorant.schema.Wish;
import org.majorant.spec.SpecFile;
import org.majorant.stream.LearnerApplication.Published;

/** Which comparison counts for a promotion: one of what both models are now, and no other. */
class PromotionsTest {
  private static final AppliedSpec CHAMPION = applied("{model: c, labels: [a, b]}", 7);
  private static final AppliedSpec CHALLENGER =
      applied("{model: d, labels: [a, b], challenges: c, promote: when-better}", 8);

  private static AppliedSpec applied(final String yaml, final long incarnation) {
    return SpecChanges.apply(Optional.empty(), null, SpecFile.read(yaml), incarnation);
  }

  /**
   * @param gain of 10,000 examples
   */
  private static Published version(
      final AppliedSpec of, final String champion, final long incarnation, final double gain) {
    final ModelHead head = new ModelHead();
    head.setComparison(new Comparison(champion, incarnation, 10_000L, gain, 900.0, 0L, 0L, 1L));
    return new Published(of, head);
  }

  private static boolean isBetter(final Published last) {
    return Promotions.isBetter(last, CHAMPION, CHALLENGER);
  }

  @Test
  void comparisonOfBothAsTheyAre_counts() {
    assertThat(isBetter(version(CHALLENGER, "c", 7, 500))).isTrue();
    assertThat(isBetter(version(CHALLENGER, "c", 7, 20))).isFalse();
    assertThat(isBetter(version(CHALLENGER, "c", 7, -500))).isFalse();
  }

  @Test
  void comparisonOfWhatOneWas_doesNotCount() {
    assertThat(isBetter(version(CHALLENGER, "c", 6, 500))).isFalse();
    assertThat(isBetter(version(CHALLENGER, "e", 7, 500))).isFalse();
    assertThat(isBetter(version(SpecChanges.anew(CHALLENGER, 9), "c", 7, 500))).isFalse();
    assertThat(isBetter(new Published(CHALLENGER, new ModelHead()))).isFalse();
  }

  @Test
  void modelThatIsNotLearned_isNotPromoted() {
    final Published last = version(CHALLENGER, "c", 7, 500);
    for (final Wish wish : List.of(Wish.PAUSE, Wish.DELETE, Wish.EXCHANGE)) {
      final AppliedSpec other = AppliedSpec.newBuilder(CHAMPION).setWish(wish).build();
      assertThat(Promotions.isBetter(last, other, CHALLENGER)).isFalse();
    }
  }
}
