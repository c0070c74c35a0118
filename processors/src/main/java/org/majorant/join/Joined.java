package org.majorant.join;

/**
 * What became of an event.
 *
 * @param key of the join; null: the event has none
 * @param value of the event; may be null
 * @param label null: it has none
 * @param labelOrigin null where no label came
 * @param waited from the event's time to the label's, from 0; where none came, the whole wait
 * @param former the label that it was given out with before; null: none
 */
public record Joined(
    byte[] key,
    byte[] value,
    Origin event,
    Outcome outcome,
    String label,
    Origin labelOrigin,
    long waited,
    String former) {
  /** How the wait of an event ended. */
  public enum Outcome {
    /** A label came. */
    LABELED,

    /** None came, so that it has the default. */
    DEFAULTED,

    /** None came, and there is no default. */
    UNLABELED,

    /** One came after the wait, another than it was given out with: it comes once more. */
    REVISED
  }
}
