package org.majorant.model;

import java.nio.DoubleBuffer;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.majorant.clique.LogPartition;
import org.majorant.features.Dimensions;
import org.majorant.features.Example;
import org.majorant.features.FeatureSpace;
import org.majorant.features.SparsePoint;
import org.majorant.likelihood.ChainLikelihood;
import org.majorant.likelihood.Decisions;
import org.majorant.likelihood.Likelihood;
import org.majorant.schema.Member;
import org.majorant.schema.Task;
import org.majorant.spec.SpecPrior;

/**
 * What a version of a model says of examples: the probabilities of what is decided, and the loss of
 * what was observed. Where a {@link Mixture} predicts, both are its own, Σ w_k p_k. The best
 * labelling is that of the member of the greatest weight, since the mixture's own takes more than a
 * pass over a sequence.
 *
 * <p>Features of points are clipped to ±{@value PointPredictor#CLIP} RMS, by the RMS published with
 * the version, as training clipped them; the intercept and features never seen are not. Those of
 * other structures never are: only the differences between rows count, and clipping would make two
 * large values equal.
 *
 * <p>For one thread; reused from example to example. Arrays returned are its own.
 */
public final class Scorer {
  private static final List<Member> ALONE = List.of(new Member(1.0, 1.0, 1.0, null, 0.0));

  private final Model model;
  private final boolean clips;
  private final int intercept;
  private final List<Member> members;
  private final IntToDoubleFunction[] weights; // of each member; null: θ itself
  private final Likelihood likelihood; // of one member after the other
  private final double[][] scores; // of each
  private final double[] logPartitions;
  private final double[] logWeights; // as what was given weighs them
  private final double[] logMass;
  private double[] own = {}; // by the weights of one member
  private double[] each = {}; // probabilities by one
  private double[] probabilities = {};
  private boolean areSummed; // what was read last, to their log-partitions
  private boolean areMixed; // likewise, to probabilities

  public Scorer(final Model model) {
    this.model = model;
    clips = model.spec().getTask() == Task.MULTICLASS;
    intercept = FeatureSpace.intercept(model.spec());
    members = model.members().isEmpty() ? ALONE : model.members();
    weights = members.stream().map(this::weights).toArray(IntToDoubleFunction[]::new);
    likelihood = Likelihood.of(model.spec());
    scores = new double[members.size()][0];
    logPartitions = new double[members.size()];
    logWeights = new double[members.size()];
    logMass = new double[members.size()];
  }

  /** θ of a member; null where it is that of the model. */
  private IntToDoubleFunction weights(final Member member) {
    final DoubleBuffer its = Mixture.weights(member);
    final double l = member.getPrior();
    if (its != null) {
      return its::get;
    }
    if (l == 1) {
      return null;
    }
    if (SpecPrior.isScaled(model.spec().getTask())) {
      return at -> model.weight(at, l);
    }
    final Dimensions dimensions = Dimensions.of(model.spec());
    final int transitions = dimensions.emissions() * dimensions.vectors();
    final double emission = model.prior(0);
    final double transition = model.prior(dimensions.emissions());
    return at -> model.weight(at, l, at < transitions ? emission : transition);
  }

  /**
   * Scores an example for what the other methods are asked. These throw an {@link
   * ArithmeticException} where the scores are too large for inference.
   *
   * @param x mapped by the {@link FeatureSpace} of the same spec; a point is clipped in place
   */
  public void read(final Example x) {
    if (clips) {
      clip((SparsePoint) x);
    }
    final int n = likelihood.open(x);
    own = own.length < n ? new double[2 * n] : own;
    for (int k = 0; k < scores.length; k++) {
      final Member member = members.get(k);
      if (k == 0 || !Mixture.readAlike(member, members.get(k - 1))) {
        score(k);
      }
      if (scores[k].length < n) {
        scores[k] = new double[own.length];
      }
      for (int at = 0; at < n; at++) {
        scores[k][at] = member.getTemperature() * own[at];
      }
      likelihood.addLogPrior(scores[k]);
      logWeights[k] = Math.log(member.getWeight());
    }
    areSummed = false;
    areMixed = false;
  }

  private void score(final int k) {
    if (weights[k] == null) {
      likelihood.score(model.weights(), own);
    } else {
      likelihood.score(weights[k], own);
    }
  }

  private void clip(final SparsePoint x) {
    for (int j = 0; j < x.size; j++) {
      final double limit = PointPredictor.CLIP * model.rms()[x.indices[j]];
      if (limit != 0 && x.indices[j] != intercept) {
        x.values[j] = Math.max(-limit, Math.min(limit, x.values[j]));
      }
    }
  }

  /**
   * Takes the labels observed in the sequence read last as given: from now on the best labelling is
   * that of those that agree, and probabilities are under this condition. It weighs members anew,
   * by w_k p_k(given).
   */
  public void condition() {
    addLikelihoods(logWeights);
    final double given = LogPartition.of(logWeights);
    for (int k = 0; k < scores.length; k++) {
      logWeights[k] -= given;
      ((ChainLikelihood) likelihood).clamp(scores[k]);
    }
    areSummed = false;
    areMixed = false;
  }

  private void addLikelihoods(final double[] logs) {
    if (!areSummed) {
      infer(false);
    }
    for (int k = 0; k < scores.length; k++) {
      logs[k] -= logPartitions[k] - likelihood.observed(scores[k]);
    }
  }

  /** Of each member, of the heaviest one last: decisions are read where inference is then. */
  private void infer(final boolean mixes) {
    final int first = heaviest() + 1;
    for (int i = first; i < first + scores.length; i++) {
      final int k = i % scores.length;
      logPartitions[k] = likelihood.logPartition(scores[k]);
      if (mixes) {
        mix(Math.exp(logWeights[k]), i == first);
      }
    }
    areSummed = true;
    areMixed = mixes;
  }

  private void mix(final double weight, final boolean isFirst) {
    final int size = likelihood.outcomes();
    if (probabilities.length < size) {
      probabilities = new double[2 * size];
      each = new double[2 * size];
    }
    likelihood.probabilities(each);
    for (int at = 0; at < size; at++) {
      probabilities[at] = (isFirst ? 0 : probabilities[at]) + weight * each[at];
    }
  }

  /** What was observed of the example read last loses so much, nats, for weight one. */
  public double loss() {
    System.arraycopy(logWeights, 0, logMass, 0, logMass.length);
    addLikelihoods(logMass);
    return -LogPartition.of(logMass);
  }

  /** Of what is decided about the example read last, {@link Likelihood#outcomes} or longer. */
  public double[] probabilities() {
    if (!areMixed) {
      infer(true);
    }
    return probabilities;
  }

  /** Tells what is decided about all that was observed of the example read last. */
  public void decide(final Decisions out) {
    likelihood.decide(probabilities(), out);
  }

  /** The best labelling of the sequence read last, T or longer. */
  public int[] labels() {
    if (!areSummed) {
      infer(false);
    }
    return ((ChainLikelihood) likelihood).labels();
  }

  private int heaviest() {
    int heaviest = 0;
    for (int k = 1; k < logWeights.length; k++) {
      heaviest = logWeights[k] > logWeights[heaviest] ? k : heaviest;
    }
    return heaviest;
  }
}
