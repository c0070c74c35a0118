package org.majorant.peers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Multinomial logistic regression by the gradients of one pass, each weight with a rate of its own.
 * Its rate α is what has to be tuned. With the gradient g of a weight, and n the sum of g² so far:
 *
 * <pre>
 *   AdaGrad           w ← w − α g / √(n + g²)                            Duchi et al. 2011
 *   FTRL-Proximal     z ← z + g − w (√(n + g²) − √n) / α,
 *                     w = −α z / (1 + √n)                                McMahan et al. 2013, λ₁ = λ₂ = 0
 * </pre>
 *
 * <p>Two labels have one vector of weights, and more have a vector each. Index 0 is the intercept.
 */
final class OnlineGradient implements Peer {
  private final Rule rule;
  private final double rate;

  /** How a gradient moves a weight. */
  enum Rule {
    ADAGRAD,
    FTRL_PROXIMAL
  }

  /**
   * @param rate α
   */
  OnlineGradient(final Rule rule, final double rate) {
    this.rule = rule;
    this.rate = rate;
  }

  @Override
  public Outcome run(final Path train, final Path test) throws IOException {
    final List<Row> learned = Row.read(train);
    final List<Row> scored = Row.read(test);
    final Weights weights = new Weights(Size.of(train, test));
    final long start = System.nanoTime();
    final Loss progressive = new Loss();
    for (final Row row : learned) {
      progressive.add(weights.probabilities(row), row.label());
      weights.learn(row);
    }
    final double seconds = (System.nanoTime() - start) / 1e9;
    final Loss heldOut = new Loss();
    for (final Row row : scored) {
      heldOut.add(weights.probabilities(row), row.label());
    }
    return Outcome.of(learned.size(), seconds, progressive.mean(), heldOut);
  }

  /** The model, {@code vectors} numbers a feature. */
  private final class Weights {
    private final int vectors;
    private final double[] w;
    private final double[] n;
    private final double[] z;
    private final double[] p; // of each label

    Weights(final Size size) {
      vectors = size.labels() == 2 ? 1 : size.labels();
      w = new double[(size.features() + 1) * vectors];
      n = new double[w.length];
      z = new double[rule == Rule.FTRL_PROXIMAL ? w.length : 0];
      p = new double[size.labels()];
    }

    /** Valid until the next call. */
    double[] probabilities(final Row row) {
      final int first = p.length - vectors; // of two labels the second has the weights
      p[0] = 0;
      System.arraycopy(w, 0, p, first, vectors);
      for (int i = 0; i < row.indices().length; i++) {
        final int at = row.indices()[i] * vectors;
        for (int k = 0; k < vectors; k++) {
          p[first + k] += row.values()[i] * w[at + k];
        }
      }
      double most = p[0];
      for (final double score : p) {
        most = Math.max(most, score);
      }
      double sum = 0;
      for (int k = 0; k < p.length; k++) {
        p[k] = Math.exp(p[k] - most);
        sum += p[k];
      }
      for (int k = 0; k < p.length; k++) {
        p[k] /= sum;
      }
      return p;
    }

    /** Learns the row whose probabilities were asked for last. */
    void learn(final Row row) {
      final int first = p.length - vectors;
      for (int k = 0; k < vectors; k++) {
        final double residual = p[first + k] - (row.label() == first + k ? 1 : 0);
        move(k, residual);
        for (int i = 0; i < row.indices().length; i++) {
          move(row.indices()[i] * vectors + k, residual * row.values()[i]);
        }
      }
    }

    private void move(final int at, final double g) {
      final double square = g * g;
      if (square == 0) {
        return; // AdaGrad would divide by it where none has come yet
      }
      final double before = Math.sqrt(n[at]);
      n[at] += square;
      final double after = Math.sqrt(n[at]);
      if (rule == Rule.ADAGRAD) {
        w[at] -= rate * g / after;
      } else {
        z[at] += g - w[at] * (after - before) / rate;
        w[at] = -rate * z[at] / (1 + after);
      }
    }
  }
}
