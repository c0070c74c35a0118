package org.majorant.file.spec;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The weights with which all labels of a file count the same, and all its n examples together what
 * they count without weights: of k labels, the one that n_y examples have counts n / (k n_y) times,
 * to three digits.
 */
public final class BalancedWeights {
  private static final MathContext DIGITS = new MathContext(3);

  private BalancedWeights() {}

  /**
   * @param counts examples by label, each 1 or more
   * @return one a label, in the same order
   */
  public static Map<String, Double> of(final Map<String, Long> counts) {
    final double all = counts.values().stream().mapToLong(Long::longValue).sum();
    final Map<String, Double> weights = new LinkedHashMap<>();
    counts.forEach(
        (label, count) ->
            weights.put(
                label, new BigDecimal(all / counts.size() / count).round(DIGITS).doubleValue()));
    return weights;
  }
}
