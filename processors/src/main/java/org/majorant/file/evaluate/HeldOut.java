package org.majorant.file.evaluate;

import java.util.Arrays;
import org.majorant.features.Example;
import org.majorant.model.Model;
import org.majorant.schema.Tally;
import org.majorant.tally.Baselines;
import org.majorant.tally.ReliabilityBins;
import org.majorant.tally.Tallies;

/** Scores of held-out examples; each is null where it has no meaning. */
public abstract class HeldOut {
  private final Confusion confusion;
  private final ReliabilityBins reliability;
  private final Baselines baselines;
  private double weight;
  private double logLoss;
  private double correct;
  private double noChange;
  private double classFrequency;
  private long rejected;

  HeldOut(final Model model) {
    confusion = Confusion.empty(model.spec().getLabels());
    reliability = new ReliabilityBins(model.spec().getLabels().size());
    baselines = new Baselines(model.spec().getLabels().size());
  }

  static HeldOut of(final Model model) {
    return switch (model.spec().getTask()) {
      case SEQUENCE -> new HeldOutSequences(model);
      case CHOICE -> new HeldOutChoices(model);
      case GRAPH -> new HeldOutGraphs(model);
      case MATCHING -> new HeldOutMatchings(model);
      case MULTICLASS -> new HeldOutPoints(model);
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

  /**
   * Counts one label, and scores it by the baselines.
   *
   * @param p of the label predicted
   */
  final void count(final int label, final int predicted, final double p, final double times) {
    confusion.add(label, predicted);
    reliability.add(label, predicted, p);
    baselines.score(label);
    countBaselines(baselines.noChangeLoss(), baselines.classFrequencyLoss(), times);
  }

  /** The same for a label that is only known to be one of some. */
  final void count(final boolean[] admissible, final double times) {
    baselines.score(admissible);
    countBaselines(baselines.noChangeLoss(), baselines.classFrequencyLoss(), times);
  }

  /** Takes the loss of the prior, which is both baselines where there are no labels. */
  final void countPrior(final double loss, final double times) {
    countBaselines(loss, loss, times);
  }

  private void countBaselines(final double last, final double frequency, final double times) {
    noChange += times * last;
    classFrequency += times * frequency;
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
   * Nats an example, of sequences a token, of graphs an observed variable, of matchings a pair or
   * unmatched node; null where there was none.
   */
  public final Double logLoss() {
    return weight > 0 ? logLoss / weight : null;
  }

  /**
   * Share of examples, of sequences of tokens, of graphs of observed variables, of matchings of
   * pairs and unmatched nodes; null where there was none.
   */
  public final Double accuracy() {
    return weight > 0 ? correct / weight : null;
  }

  /** Of all labels; null where there was none. */
  public final Confusion confusion() {
    return weight > 0 && !confusion.labels().isEmpty() ? confusion : null;
  }

  /** Of the probabilities predicted; null where there was no label. */
  public final Calibration calibration() {
    return Calibration.of(reliability.outcomes(), reliability.sums());
  }

  /** What was scored as a version's tally; how many examples it was is for the caller to say. */
  public Tally tally() {
    final Tally tally = Tallies.empty();
    tally.setRejected(rejected);
    tally.setWeight(weight);
    tally.setLogLoss(logLoss);
    tally.setCorrect(correct);
    tally.setNoChangeLogLoss(noChange);
    tally.setClassFrequencyLogLoss(classFrequency);
    if (Tallies.confusionSize(confusion.labels().size()) > 0) {
      tally.setConfusion(
          Arrays.stream(confusion.counts()).flatMapToLong(Arrays::stream).boxed().toList());
    }
    tally.setReliability(reliability.outcomes());
    tally.setProbability(reliability.sums());
    final EntityScores found = entities();
    if (found != null) {
      tally.setEntities(found.count());
      tally.setPredictedEntities(found.predicted());
      tally.setCorrectEntities(found.correct());
    }
    return tally;
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
