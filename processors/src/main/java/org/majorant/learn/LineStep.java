package org.majorant.learn;

import org.majorant.features.Example;
import org.majorant.features.SparseRows;
import org.majorant.likelihood.Likelihood;
import org.majorant.memory.Memory;
import org.majorant.model.Mixture;
import org.majorant.schema.ModelSpec;
import org.majorant.tally.ProgressiveTally;

/**
 * Learns examples of rows by a step along one direction. With the scores s = Xθ + log h, the
 * marginals p of all labellings and q of those that agree with what was observed:
 *
 * <pre>
 *   r = w (p − q)     d = −(A + P + C)⁻¹ Xᵀr     t = Xd
 *   certificate: a bound on log Z(s + ηt);   slack = bound − log Z ≥ 0
 *   θ ← θ + ηd;   A ← A + C
 * </pre>
 *
 * <p>A task says what its curvature C is, what damps r, and how far it goes, η.
 *
 * <p>Allocates nothing for an example once its buffers have grown.
 *
 * @param <W> what an example touches of the memory
 * @param <L> what it loses
 */
abstract class LineStep<W extends ExampleWeights, L extends Likelihood> implements TaskStep {
  final W weights;
  final L likelihood;
  final ProgressiveTally progress;
  private final double[] priors; // of the mixture
  int n;
  double[] s = {}; // θ itself first, then those by other priors
  double[] residuals = {}; // r, a number a score, as the next
  double[] along = {}; // t
  double[] moved = {}; // s + ηt

  LineStep(
      final ModelSpec spec, final W weights, final L likelihood, final ProgressiveTally progress) {
    priors = Mixture.of(spec).priors();
    this.weights = weights;
    this.likelihood = likelihood;
    this.progress = progress;
  }

  @Override
  public final Likelihood likelihood() {
    return likelihood;
  }

  @Override
  public final Memory memory() {
    return weights.memory;
  }

  @Override
  public final double[] read(final Example x, final int n) {
    this.n = n;
    if (along.length < n) {
      reserve(Math.multiplyExact(2, n));
      s = new double[priors.length * along.length];
    }
    weights.open((SparseRows) x);
    for (int l = 0; l < priors.length; l++) {
      weights.score(priors[l], s, l * n);
    }
    return s;
  }

  /** Makes room for so many scores. */
  void reserve(final int room) {
    residuals = new double[room];
    along = new double[room];
    moved = new double[room];
  }

  @Override
  public final void learn() {
    if (weights.count()) {
      weights.score(1, s, 0);
      likelihood.addLogPrior(s);
      likelihood.loss(s);
      progress.inferred(0, likelihood.sweeps());
    }
    turn();
    final double step = step();
    if (step >= 0) {
      weights.write(step);
    }
  }

  /** Takes r, and turns: {@link #along} is t then. */
  abstract void turn();

  /** η, certified; negative where nothing may be learned. */
  abstract double step();

  /** Has {@link #moved} be the scores after a step. */
  final void move(final double step) {
    for (int at = 0; at < n; at++) {
      moved[at] = s[at] + step * along[at];
    }
  }

  /**
   * Tells the step's certificate.
   *
   * @param bounded the bound on log Z at {@link #moved}
   * @param exact log Z there
   * @param agreed that of what agrees with what was observed
   */
  final void certify(final double bounded, final double exact, final double agreed) {
    progress.certify(bounded - exact, exact - agreed, bounded - agreed);
  }
}
