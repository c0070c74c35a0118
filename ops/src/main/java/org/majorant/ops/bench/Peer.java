package org.majorant.ops.bench;

import java.util.Locale;

/** Another learner; {@code ops/bench/peers} has its version and how it is used. */
public enum Peer {
  VW("Vowpal Wabbit"),
  MOA("MOA (SGD)"),
  TRIBUO("Tribuo (5 passes)"),
  LIBLINEAR("liblinear (batch)"),
  MALLET("MALLET");

  private final String title;

  Peer(final String title) {
    this.title = title;
  }

  /** For people. */
  public String title() {
    return title;
  }

  /** As its program calls it. */
  String argument() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * How it learned a file.
   *
   * @param examples learned; of sentences the tokens
   * @param seconds of learning, the median
   * @param progressiveLogLoss nats an example, each scored before it is learned; null of batches
   * @param heldOutLogLoss nats an example of the other file; null where it has none
   */
  public record Outcome(
      long examples,
      double seconds,
      double examplesPerSecond,
      Double progressiveLogLoss,
      Double heldOutLogLoss) {}

  /** Why it could not be measured, in one line. */
  public static final class Unavailable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unavailable(final String message) {
      super(message);
    }
  }
}
