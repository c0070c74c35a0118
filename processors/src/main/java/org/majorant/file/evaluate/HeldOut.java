package org.majorant.file.evaluate;

import java.util.Arrays;
import java.util.List;
import org.majorant.features.Example;
import org.majorant.likelihood.Decisions;
import org.majorant.model.Model;
import org.majorant.model.Scorer;
import org.majorant.schema.Tally;
import org.majorant.schema.Task;
import org.majorant.tally.Baselines;
import org.majorant.tally.EntityCounter;
import org.majorant.tally.ReliabilityBins;
import org.majorant.tally.Tallies;

/** Scores held-out examples, one after the other. */
public final class HeldOut {
  private final long version;
  private final Scorer scorer;
  private final boolean sequences;
  private final Confusion confusion;
  private final ReliabilityBins reliability;
  private final Baselines baselines;
  private final EntityCounter entities; // null: labels name none
  private final Ranking ranking; // null: not of points with two labels
  private final Decisions decisions = new Counted();
  private double times; // what the example scored now counts
  private long observed;
  private double weight;
  private double logLoss;
  private double correct;
  private double noChange;
  private double classFrequency;
  private long rejected;

  HeldOut(final Model model) {
    final List<String> labels = model.spec().getLabels();
    version = model.version();
    scorer = new Scorer(model);
    sequences = model.spec().getTask() == Task.SEQUENCE;
    confusion = Confusion.empty(labels);
    reliability = new ReliabilityBins(labels.size());
    baselines = new Baselines(labels.size());
    final EntityCounter counter = new EntityCounter(labels);
    entities = sequences && counter.counts() ? counter : null;
    ranking =
        model.spec().getTask() == Task.MULTICLASS && labels.size() == 2 ? new Ranking() : null;
  }

  /** Scores one labeled example; one whose scores are too large for inference is rejected. */
  void add(final Example x) {
    scorer.read(x);
    try {
      scorer.probabilities();
    } catch (final ArithmeticException overflow) {
      reject();
      return;
    }
    times = x.weight();
    scorer.decide(decisions);
    observed += x.observed();
    weight += times * x.observed();
    logLoss += times * scorer.loss();
  }

  /** Counts what is decided, and scores it by the baselines. */
  private final class Counted implements Decisions {
    @Override
    public void count(final int label, final int predicted, final double p) {
      confusion.add(label, predicted);
      reliability.add(label, predicted, p);
      baselines.score(label);
      countLabel(label == predicted);
      if (ranking != null) {
        ranking.add(scorer.probabilities()[1], label == 1);
      }
    }

    @Override
    public void countPartial(final boolean[] admissible, final boolean right) {
      baselines.score(admissible);
      countLabel(right);
    }

    private void countLabel(final boolean right) {
      count(baselines.noChangeLoss(), baselines.classFrequencyLoss(), right);
    }

    /** Where there are no labels, both baselines are the prior. */
    @Override
    public void countChoice(final double priorLoss, final boolean right) {
      count(priorLoss, priorLoss, right);
    }

    private void count(final double last, final double frequency, final boolean right) {
      noChange += times * last;
      classFrequency += times * frequency;
      correct += right ? times : 0;
    }

    @Override
    public void countWhole(final int[] labels, final int[] predicted, final int length) {
      if (entities != null) {
        entities.add(labels, predicted, length);
      }
    }
  }

  /** One record that does not fit the model. */
  void reject() {
    rejected++;
  }

  /** What it came to. */
  public Scores scores() {
    final boolean some = weight > 0;
    return new Scores(
        version,
        rejected,
        some ? logLoss / weight : null,
        some ? correct / weight : null,
        ranking == null ? null : ranking.auc(),
        entities == null
            ? null
            : EntityScores.of(entities.entities(), entities.predicted(), entities.correct()),
        some && !confusion.labels().isEmpty() ? confusion : null,
        Calibration.of(reliability.outcomes(), reliability.sums()));
  }

  /** What was scored as a version's tally; how many examples it was is for the caller to say. */
  public Tally tally() {
    final Tally tally = Tallies.empty();
    tally.setRejected(rejected);
    tally.setTokens(sequences ? observed : 0);
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
    if (entities != null) {
      tally.setEntities(entities.entities());
      tally.setPredictedEntities(entities.predicted());
      tally.setCorrectEntities(entities.correct());
    }
    return tally;
  }
}
