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
 * @param state hidden state of the label whose score it is; null where there are none
 * @param features those that gave most, either sign, the largest first
 * @param rest what all other features gave
 */
public record Explanation(
    String label,
    @JsonInclude(Include.NON_NULL) Integer state,
    double score,
    double intercept,
    List<Share> features,
    double rest) {
  /**
   * What one feature gave.
   *
   * @param feature its index
   * @param name null where none is known
   * @param value transformed, standardized and clipped
   * @param gave value × weight
   */
  public record Share(
      int feature,
      @JsonInclude(Include.NON_NULL) String name,
      double value,
      double weight,
      double gave) {}
}
