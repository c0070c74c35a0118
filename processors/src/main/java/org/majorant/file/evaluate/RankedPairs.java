package org.majorant.file.evaluate;

import java.util.List;

/**
 * The area under the ROC curve, as far as bins tell it: the share of pairs of an example of the
 * second label and one of the first in which the former has the greater probability (Mann and
 * Whitney). Two in one bin count half, so that the area is known to half the share of such pairs:
 *
 * <pre>
 *   AUC = Σ_b n¹_b (Σ_{a&lt;b} n⁰_a + ½ n⁰_b) / n⁰n¹     ± ½ Σ_b n⁰_b n¹_b / n⁰n¹
 * </pre>
 *
 * @param auc the area, 0 to 1
 * @param within the exact one is no further away
 */
public record RankedPairs(double auc, double within) {
  /**
   * Of the bins of a tally.
   *
   * @param outcomes how often the second label was not there and was, bin by bin
   * @return null where one of the labels never came
   */
  public static RankedPairs of(final List<Long> outcomes) {
    double below = 0; // of the first label, in the bins so far
    double seconds = 0;
    double right = 0;
    double tied = 0;
    for (int at = 0; at < outcomes.size(); at += 2) {
      final double first = outcomes.get(at);
      final double second = outcomes.get(at + 1);
      right += second * (below + 0.5 * first);
      tied += 0.5 * second * first;
      below += first;
      seconds += second;
    }
    final double pairs = below * seconds;
    return pairs > 0 ? new RankedPairs(right / pairs, tied / pairs) : null;
  }
}
