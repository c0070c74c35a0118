package org.majorant.challenge;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.majorant.schema.Comparison;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecChallenge;

/**
 * What a comparison says by now. Each bound is ever wrong with probability {@code alpha} at most,
 * however often it is looked at.
 *
 * @param champion the model that is challenged
 * @param since milliseconds since the epoch, when the comparison began
 * @param examples that were compared
 * @param unpaired examples of the challenger that were not, because a crash or the distance of both
 *     workers has lost the champion's loss
 * @param clip where losses are cut off, nats a decision
 * @param clipped losses that were
 * @param difference mean of the champion's loss less the challenger's, nats a decision
 * @param lower bound on its expectation
 * @param upper bound on it
 * @param better whether the challenger is known to be better
 * @param needed examples at which it would be known, if it went on as before; null: never
 */
public record Verdict(
    String champion,
    long since,
    long examples,
    long unpaired,
    double clip,
    long clipped,
    double difference,
    double lower,
    double upper,
    double alpha,
    @JsonProperty boolean better,
    @JsonInclude(Include.NON_NULL) Long needed) {
  /**
   * @param challenger its spec, which says how sure one has to be
   */
  public static Verdict of(final Comparison comparison, final ModelSpec challenger) {
    final double clip = Duel.clip(challenger);
    final double alpha = SpecChallenge.alpha(challenger);
    final ConfidenceSequence sequence = new ConfidenceSequence(clip, alpha);
    final long n = comparison.getExamples();
    final double sum = comparison.getGain();
    final double variation = comparison.getVariation();
    final double lower = sequence.lower(n, sum, variation);
    return new Verdict(
        comparison.getChampion(),
        comparison.getSince(),
        n,
        comparison.getUnpaired(),
        clip,
        comparison.getClipped(),
        n == 0 ? 0 : sum / n,
        lower,
        sequence.upper(n, sum, variation),
        alpha,
        lower > 0,
        n == 0 || sum <= 0 ? null : Long.valueOf(needed(sequence, sum / n, variation / n)));
  }

  /** The bound grows slower than the number of examples, so that there is one such number. */
  private static long needed(
      final ConfidenceSequence sequence, final double mean, final double variance) {
    long few = 0;
    long enough = 1;
    while (sequence.lower(enough, enough * mean, enough * variance) <= 0 && enough < 1L << 60) {
      few = enough;
      enough *= 2;
    }
    while (enough - few > 1) {
      final long some = few + (enough - few) / 2;
      if (sequence.lower(some, some * mean, some * variance) <= 0) {
        few = some;
      } else {
        enough = some;
      }
    }
    return enough;
  }
}
