package org.majorant.research.bench;

import java.util.Locale;

/** Another learner; {@code ops/bench/peers} has its version and how it is used. */
public enum Peer {
  VW("Vowpal Wabbit", 0.05, 0.15, 0.5, 1.5, 5),
  MOA("MOA (SGD)", 1e-4, 1e-3, 0.01, 0.1, 1),
  TRIBUO("Tribuo (5 passes)", 0.01, 0.03, 0.1, 0.3, 1),
  LIBLINEAR("liblinear (batch)"),
  COIN("Vowpal Wabbit, --coin"),
  FTRL("FTRL-Proximal", 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3),
  ADAGRAD("AdaGrad", 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3),
  ARF("adaptive random forest"),
  SRP("streaming random patches"),
  XGBOOST("XGBoost (batch)"),
  MALLET("MALLET");

  private final String title;
  private final double[] rates;

  /**
   * @param rates to try in hindsight, its own among them where it has one
   */
  Peer(final String title, final double... rates) {
    this.title = title;
    this.rates = rates;
  }

  /** For people. */
  public String title() {
    return title;
  }

  /** Of learning, to try in hindsight; none where it has no rate. */
  double[] rates() {
    return rates.clone();
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
   * @param heldOutAccuracy share of it whose most probable label was right; null of sentences
   */
  public record Outcome(
      long examples,
      double seconds,
      double examplesPerSecond,
      Double progressiveLogLoss,
      Double heldOutLogLoss,
      Double heldOutAccuracy) {}

  /** Why it could not be measured, in one line. */
  public static final class Unavailable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unavailable(final String message) {
      super(message);
    }
  }
}
