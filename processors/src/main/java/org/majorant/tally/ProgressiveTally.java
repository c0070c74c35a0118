package org.majorant.tally;

import java.util.Arrays;
import java.util.List;
import org.majorant.features.Example;
import org.majorant.features.SparsePoint;
import org.majorant.likelihood.Decisions;
import org.majorant.schema.FeatureCounts;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Tally;
import org.majorant.schema.Task;
import org.majorant.schema.WatchedFeature;

/** How well the examples were predicted before they were learned, and how well bounded after. */
public final class ProgressiveTally implements Decisions {
  private final Baselines baselines;
  private final boolean areSequences;
  private final int labels;
  private final long[] confusion;
  private final ReliabilityBins reliability;
  private final ServedTally served;
  private final EntityCounter entities;
  private final SliceCounter[] slices;
  private final FeatureCounter features;
  private final int batch;
  private final double clip;
  private Tally tally = Tallies.empty();
  private Example x; // scored now
  private int windowSize;
  private double windowWeight;
  private double windowLoss;
  private double windowBound;
  private double batchLoss;
  private double batchBound;

  public ProgressiveTally(final ModelSpec spec, final Baselines baselines) {
    this.baselines = baselines;
    areSequences = spec.getTask() == Task.SEQUENCE;
    batch = spec.getBatch();
    clip = DriftDetector.clip(spec.getLabels().size());
    labels = baselines.labelCounts().length;
    confusion = new long[Tallies.confusionSize(labels)];
    reliability = new ReliabilityBins(labels);
    served = new ServedTally(labels);
    entities = new EntityCounter(spec.getLabels());
    slices = spec.getSlices().stream().map(SliceCounter::new).toArray(SliceCounter[]::new);
    features = new FeatureCounter(spec);
  }

  public Baselines baselines() {
    return baselines;
  }

  /** What is known of the examples since the last {@link #take}. */
  public Tally tally() {
    return tally;
  }

  /** An example comes; what is decided about it is told next, and then its loss. */
  public void open(final Example example) {
    x = example;
  }

  @Override
  public void count(final int label, final int predicted, final double p) {
    baselines.score(label);
    count(baselines.noChangeLoss(), baselines.classFrequencyLoss(), predicted == label);
    if (confusion.length > 0) {
      confusion[label * labels + predicted]++;
    }
    reliability.add(label, predicted, p);
  }

  @Override
  public void countPartial(final boolean[] admissible, final boolean right) {
    baselines.score(admissible);
    count(baselines.noChangeLoss(), baselines.classFrequencyLoss(), right);
  }

  @Override
  public void countChoice(final double priorLoss, final boolean right) {
    count(priorLoss, priorLoss, right);
  }

  @Override
  public void countWhole(final int[] observed, final int[] predicted, final int length) {
    entities.reset();
    entities.add(observed, predicted, length);
    tally.setEntities(tally.getEntities() + entities.entities());
    tally.setPredictedEntities(tally.getPredictedEntities() + entities.predicted());
    tally.setCorrectEntities(tally.getCorrectEntities() + entities.correct());
  }

  private void count(final double noChange, final double classFrequency, final boolean right) {
    final double weight = x.weight();
    tally.setWeight(tally.getWeight() + weight);
    tally.setCorrect(tally.getCorrect() + (right ? weight : 0));
    tally.setNoChangeLogLoss(tally.getNoChangeLogLoss() + weight * noChange);
    tally.setClassFrequencyLogLoss(tally.getClassFrequencyLogLoss() + weight * classFrequency);
  }

  /** The label of an example that was scored with another one. */
  public void revise(final int former, final int label) {
    baselines.revise(former, label);
    tally.setRevised(tally.getRevised() + 1);
  }

  /** Counts the example and its progressive loss, nats for weight one. */
  public void add(final double loss) {
    tally.setExamples(tally.getExamples() + 1);
    tally.setLogLoss(tally.getLogLoss() + x.weight() * loss);
    final double clipped = Math.min(clip, Math.max(0, loss / Math.max(1, x.observed())));
    tally.setClippedLoss(tally.getClippedLoss() + clipped);
    tally.setClippedSquare(tally.getClippedSquare() + clipped * clipped);
    tally.setTokens(tally.getTokens() + (areSequences ? x.observed() : 0));
    if (x instanceof SparsePoint point) {
      addPoint(point, clipped);
    }
  }

  private void addPoint(final SparsePoint point, final double clipped) {
    features.add(point);
    if (point.served != null) {
      served.add(point, tally);
    }
    for (int i = 0; i < slices.length; i++) {
      slices[i].add(point.slices.value(i), point.slices.length(i), clipped);
    }
  }

  /**
   * Counts what inference took, or a part of it.
   *
   * @param gap by how much the bounds on its log Z were apart, nats
   */
  public void inferred(final double gap, final int sweeps) {
    tally.setInferenceGap(tally.getInferenceGap() + gap);
    tally.setInferenceSweeps(tally.getInferenceSweeps() + sweeps);
  }

  /**
   * The certificate of the example's step.
   *
   * @param slack of the bound on log Z
   * @param loss after the step
   * @param bound on the loss
   */
  public void certify(final double slack, final double loss, final double bound) {
    certify(slack);
    windowLoss += loss;
    windowBound += bound;
    windowWeight += x.observed();
    if (++windowSize == batch) {
      batchLoss = windowLoss / windowWeight;
      batchBound = windowBound / windowWeight;
      windowSize = 0;
      windowWeight = 0;
      windowLoss = 0;
      windowBound = 0;
    }
  }

  /**
   * The certificate of another step that the example moves.
   *
   * @param slack of the bound on log Z
   */
  public void certify(final double slack) {
    tally.setSlackMin(Math.min(tally.getSlackMin(), slack));
  }

  /** These features are watched from now on; none: those that the first examples choose. */
  public void watch(final List<WatchedFeature> watched) {
    features.watch(watched);
  }

  /** Takes out the counts of watched features; null: there are few yet. */
  public FeatureCounts takeFeatures() {
    return features.take();
  }

  /** Takes out the tally of the examples since the last call. */
  public Tally take() {
    final Tally taken = tally;
    final boolean full = batchLoss != 0 || windowSize == 0;
    taken.setBatchLoss(finite(full ? batchLoss : windowLoss / windowWeight));
    taken.setBatchBound(finite(full ? batchBound : windowBound / windowWeight));
    taken.setConfusion(Arrays.stream(confusion).boxed().toList());
    Arrays.fill(confusion, 0);
    taken.setReliability(reliability.outcomes());
    taken.setProbability(reliability.sums());
    reliability.reset();
    served.take(taken);
    if (taken.getExamples() > 0) {
      taken.setSlices(Arrays.stream(slices).map(SliceCounter::take).toList());
    }
    tally = Tallies.empty();
    return taken;
  }

  /** A mini-batch whose sum overflows is no reason to refuse what its examples taught. */
  private static double finite(final double mean) {
    return Double.isFinite(mean) ? mean : Double.MAX_VALUE;
  }
}
