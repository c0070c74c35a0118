package org.majorant.ops.evaluate;

import org.majorant.model.Example;
import org.majorant.model.Model;

/** Scores of held-out examples; each is null where it has no meaning. */
public abstract sealed class HeldOut permits HeldOutPoints, HeldOutSequences, HeldOutGraphs {
  private final Confusion confusion;
  private double weight;
  private double logLoss;
  private double correct;
  private long rejected;

  HeldOut(final Model model) {
    confusion = Confusion.empty(model.spec().getLabels());
  }

  static HeldOut of(final Model model) {
    return switch (model.spec().getTask()) {
      case SEQUENCE -> new HeldOutSequences(model);
      case CHOICE, GRAPH -> new HeldOutGraphs(model);
      default -> new HeldOutPoints(model);
    };
  }

  /** Scores one labeled example. */
  abstract void add(Example example);

  /**
   * Takes scores, each times the example's weight.
   *
   * @param labels how many there were
   * @param loss of all of them, nats
   * @param right how many were predicted
   */
  final void add(final double labels, final double loss, final double right) {
    weight += labels;
    logLoss += loss;
    correct += right;
  }

  /** Counts one label. */
  final void count(final int label, final int predicted) {
    confusion.add(label, predicted);
  }

  /** One record that does not fit the model. */
  final void reject() {
    rejected++;
  }

  /** Records that do not fit the model. */
  public final long rejected() {
    return rejected;
  }

  /**
   * Nats an example, of sequences a token, of graphs an observed variable; null where there was
   * none.
   */
  public final Double logLoss() {
    return weight > 0 ? logLoss / weight : null;
  }

  /**
   * Share of examples, of sequences of tokens, of graphs of observed variables; null where there
   * was none.
   */
  public final Double accuracy() {
    return weight > 0 ? correct / weight : null;
  }

  /** Of all labels; null where there was none, as choices and graphs have none. */
  public final Confusion confusion() {
    return weight > 0 && !confusion.labels().isEmpty() ? confusion : null;
  }

  /** Area under the ROC curve; of points with two labels only. */
  public Double auc() {
    return null;
  }

  /** Entities found; of sequences whose labels name entities only. */
  public EntityScores entities() {
    return null;
  }
}
