package org.majorant.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;

/**
 * How a point's features add up to the score of a label by the version's own θ:
 *
 * <pre>    score = intercept + Σ_i x_i θ_i = intercept + Σ features + rest</pre>
 *
 * <p>Differences between the scores of two labels are log-odds. Of two labels the second one has a
 * score, and the first one's is 0. What an example itself says of its labels (its log-prior) is not
 * in it. Nor is what the members of a {@link Mixture} say, which read with other priors and more or
 * less confidence: of a sum of probabilities no feature has a share.
 *
 * <p>With {@link org.majorant.features.Views views} it is the score of the {@link Stack}, and the
 * shares are those of inputs, such as numbers and categories, and of pairs of inputs: all that
 * their features in all views give more than they do at the {@link MeanPoint}, whose own score is
 * the intercept. So a number has no share where it is at its mean. It is exact for each example:
 * moderated scores are linear in the features once the example's variances are known.
 *
 * @param state hidden state of the label whose score it is; null where there are none
 * @param features those that gave most, either sign, the largest first
 * @param rest what all other features gave
 * @param mixing what log-priors and the members beside the stack add, so that differences of score
 *     + mixing are the log-odds of the probabilities; of several labels it is 0 in the mean. null
 *     without views, or where a probability is 0
 */
public record Explanation(
    String label,
    @JsonInclude(Include.NON_NULL) Integer state,
    double score,
    double intercept,
    List<Share> features,
    double rest,
    @JsonInclude(Include.NON_NULL) Double mixing) {
  Explanation mixing(final double by) {
    return new Explanation(label, state, score, intercept, features, rest, by);
  }

  /**
   * What one feature gave; with views what an input gave, or a pair of inputs.
   *
   * @param feature its index
   * @param other index of the second input of a pair; else null
   * @param name null where none is known
   * @param value transformed, standardized and clipped; of an input not standardized, as curves
   *     have it; null of a pair
   * @param weight null with views, where no single one gives it
   * @param gave value × weight
   */
  public record Share(
      int feature,
      @JsonInclude(Include.NON_NULL) Integer other,
      @JsonInclude(Include.NON_NULL) String name,
      @JsonInclude(Include.NON_NULL) Double value,
      @JsonInclude(Include.NON_NULL) Double weight,
      double gave) {}
}
