package org.majorant.file.evaluate;

import org.majorant.schema.Tally;

/**
 * How well entities were found, by the rules of the CoNLL shared tasks; or how well the examples of
 * a label were, of sequences the tokens.
 *
 * @param count entities in fully labeled sequences
 * @param predicted entities predicted in them
 * @param correct entities predicted with the right type and both ends
 * @param precision correct / predicted; 0 where none was
 * @param recall correct / count; 0 where there is none
 * @param f1 their harmonic mean
 */
public record EntityScores(
    long count, long predicted, long correct, double precision, double recall, double f1) {
  /** From the counts. */
  public static EntityScores of(final long count, final long predicted, final long correct) {
    return new EntityScores(
        count,
        predicted,
        correct,
        predicted > 0 ? (double) correct / predicted : 0,
        count > 0 ? (double) correct / count : 0,
        count + predicted > 0 ? 2.0 * correct / (count + predicted) : 0);
  }

  /** Of a tally; null where it has none. */
  public static EntityScores of(final Tally tally) {
    return tally.getEntities() + tally.getPredictedEntities() > 0
        ? of(tally.getEntities(), tally.getPredictedEntities(), tally.getCorrectEntities())
        : null;
  }

  /** For people. */
  public String line() {
    return "precision %.4f   recall %.4f   F1 %.4f   of %,d"
        .formatted(precision, recall, f1, count);
  }
}
