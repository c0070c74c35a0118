package org.majorant.learn;

import java.util.List;
import org.majorant.decay.Decay;
import org.majorant.features.Example;
import org.majorant.features.SparsePoint;
import org.majorant.features.Views;
import org.majorant.memory.Memory;
import org.majorant.memory.Site;
import org.majorant.memory.Surrogate;
import org.majorant.schema.FeatureCounts;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Tally;
import org.majorant.schema.WatchedFeature;
import org.majorant.tally.Baselines;
import org.majorant.tally.ProgressiveTally;
import org.majorant.tally.Tallies;

/**
 * Learns one example after another, whatever the task. Each is scored and tallied before anything
 * is learned of it; then its {@link TaskStep} moves the weights, has the step certified, and
 * remembers it. Not thread-safe; one learner a partition.
 */
public final class Learner {
  private final ProgressiveTally progress;
  private final TaskStep task;
  private final Members members;

  public Learner(final ModelSpec spec, final Baselines baselines) {
    progress = new ProgressiveTally(spec, baselines);
    task =
        switch (spec.getTask()) {
          case SEQUENCE -> new ChainStep(spec, progress);
          case CHOICE, GRAPH -> new GraphStep(spec, progress);
          case MULTICLASS ->
              Views.areIn(spec) ? new ViewsStep(spec, progress) : new PointStep(spec, progress);
          case MATCHING -> new MatchingStep(spec, progress);
        };
    members = Members.of(spec, task.likelihood(), progress);
  }

  /**
   * Learns one labeled example.
   *
   * @param x mapped by the spec's feature space; clipped in place
   * @param time the example's, see {@link Decay}
   * @return its progressive loss, nats, for weight one; of a sequence, of all its tokens
   */
  public double learn(final Example x, final double time) {
    task.memory().advance(time);
    final int n = task.likelihood().open(x);
    final double[] readings = task.read(x, n);
    progress.open(x);
    final double loss = members.score(x, readings, n);
    progress.add(loss);
    task.learn();
    return loss;
  }

  /**
   * Corrects what was learned of an example whose label was another (MATHS.md 5). It is not scored
   * again: the progressive loss stays that of the label that was known in time, because what was
   * predicted then is not known any more.
   *
   * @param x with the label that it has now; clipped in place
   * @param former position of the label that it was learned with
   * @param time the example's, as it was learned
   */
  public void revise(final SparsePoint x, final int former, final double time) {
    task.memory().advance(time);
    task.revise(x, former);
    progress.revise(former, x.label);
  }

  /** Takes out what was learned since the last call, see {@link Memory#ship}. */
  public Site ship(final boolean pull) {
    return task.memory().ship(pull);
  }

  /** Takes out what members have lost since the last call, see {@link Members#ship}. */
  double[] shipMembers() {
    return members.ship();
  }

  /** Has members weigh what is known of them, see {@link Members#start}. */
  void startMembers(final double[] losses, final long examples) {
    members.start(losses, examples);
  }

  /** An upper estimate of the bytes that {@link #ship} would give now. */
  public long shipBytes() {
    return task.memory().shipBytes();
  }

  /** Takes out the tally of the examples learned since the last call. */
  public Tally takeTally() {
    return progress.take();
  }

  /** See {@link ProgressiveTally#watch}. */
  void watch(final List<WatchedFeature> features) {
    progress.watch(features);
  }

  /** See {@link ProgressiveTally#takeFeatures}. */
  FeatureCounts takeFeatures() {
    return progress.takeFeatures();
  }

  /** Whether all sums of the tally are finite. */
  boolean hasFiniteTally() {
    return Tallies.isFinite(progress.tally());
  }

  /** Starts from a new base, see {@link Memory#adopt}. */
  public void adopt(final Surrogate.State base, final List<Site> own) {
    task.memory().adopt(base, own);
  }

  /** Goes on where this worker, which learned alone, left off, see {@link Memory#resume}. */
  public void resume(final Surrogate.State base, final List<Site> own) {
    task.memory().resume(base, own);
  }

  /** Goes on by itself, see {@link Memory#leaveBase}. */
  void leaveBase() {
    task.memory().leaveBase();
  }

  public Baselines baselines() {
    return progress.baselines();
  }
}
