package org.majorant.model;

import java.util.Arrays;
import java.util.List;
import org.majorant.clique.LogPartition;
import org.majorant.features.Example;
import org.majorant.features.FeatureSpace;
import org.majorant.features.SparsePoint;
import org.majorant.features.Views;
import org.majorant.likelihood.ChainLikelihood;
import org.majorant.likelihood.Decisions;
import org.majorant.likelihood.Likelihood;
import org.majorant.schema.Member;
import org.majorant.schema.Task;

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
  private final Model model;
  private final boolean clips;
  private final int intercept;
  private final List<Member> members;
  private final int[] readings; // by member: which of the θ that members have is its own
  private final double[][] read; // scores by each θ
  private final ViewScores views; // null: there are none
  private final Likelihood likelihood; // of one member after the other
  private final double[] weights; // of each member, as what was given weighs them
  private final double[] logPartitions;
  private final double[] logMass;
  private double[] scores = {}; // of one member
  private double[] each = {}; // probabilities by one
  private double[] probabilities = {};
  private int n; // scores of the example
  private boolean isGiven; // some labels are
  private boolean areSummed; // what was read last, to their log-partitions
  private boolean areMixed; // likewise, to probabilities

  public Scorer(final Model model) {
    this.model = model;
    clips = model.spec().getTask() == Task.MULTICLASS;
    intercept = FeatureSpace.intercept(model.spec());
    members = model.predicting();
    readings = Mixture.readings(members);
    read = new double[1 + readings[readings.length - 1]][0];
    views = Views.areIn(model.spec()) && !model.members().isEmpty() ? new ViewScores(model) : null;
    likelihood = Likelihood.of(model.spec());
    weights = new double[readings.length];
    logPartitions = new double[readings.length];
    logMass = new double[readings.length];
  }

  /**
   * Scores an example for what the other methods are asked. These throw an {@link
   * ArithmeticException} where the scores are too large for inference.
   *
   * @param x mapped by the {@link FeatureSpace} of the same spec; a point is clipped in place
   */
  public void read(final Example x) {
    if (clips) {
      clip((SparsePoint) x, model, intercept);
    }
    n = likelihood.open(x);
    if (scores.length < n) {
      scores = new double[2 * n];
      Arrays.setAll(read, r -> new double[scores.length]);
    }
    if (views != null) {
      views.read((SparsePoint) x, read);
    }
    for (int k = 0; k < readings.length; k++) {
      weights[k] = members.get(k).getWeight();
      if (views == null && (k == 0 || readings[k] != readings[k - 1])) {
        read(members.get(k), read[readings[k]]);
      }
    }
    isGiven = false;
    areSummed = false;
    areMixed = false;
  }

  private void read(final Member member, final double[] out) {
    if (member.getWeights() == null && member.getPrior() == 1) {
      likelihood.score(model.weights(), out);
    } else {
      likelihood.score(model.weights(member), out);
    }
  }

  /**
   * What a feature of the point read last weighs in its score: by the stack, where the model has
   * views and predicts by members, else by θ.
   */
  double weight(final int feature, final int vector) {
    final int vectors = model.weights().length / model.rms().length;
    return views == null
        ? model.weights()[feature * vectors + vector]
        : views.weight(feature, vector);
  }

  /**
   * Clips the features of a point to what training saw.
   *
   * @param intercept its index; −1 where there is none, or each view has one, which is one
   */
  static void clip(final SparsePoint x, final Model model, final int intercept) {
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
    addLogLikelihoods();
    final double given = LogPartition.of(logMass);
    for (int k = 0; k < weights.length; k++) {
      weights[k] = Math.exp(logMass[k] - given);
    }
    isGiven = true;
    areSummed = false;
    areMixed = false;
  }

  /** Has {@link #logMass} be log w_k p_k(observed). */
  private void addLogLikelihoods() {
    if (!areSummed) {
      infer(false);
    }
    final int first = heaviest() + 1;
    for (int i = first; i < first + weights.length; i++) {
      final int k = i % weights.length;
      score(k);
      logMass[k] = Math.log(weights[k]) - (logPartitions[k] - likelihood.observed(scores));
    }
  }

  /** Of each member, of the heaviest one last: decisions are read where inference is then. */
  private void infer(final boolean mixes) {
    final int first = heaviest() + 1;
    for (int i = first; i < first + weights.length; i++) {
      final int k = i % weights.length;
      score(k);
      logPartitions[k] = likelihood.logPartition(scores);
      if (mixes) {
        mix(weights[k], i == first);
      }
    }
    areSummed = true;
    areMixed = mixes;
  }

  /** Has {@link #scores} be those of a member. */
  private void score(final int k) {
    final double temperature = members.get(k).getTemperature();
    final double[] own = read[readings[k]];
    for (int at = 0; at < n; at++) {
      scores[at] = temperature * own[at];
    }
    likelihood.addLogPrior(scores);
    if (isGiven) {
      ((ChainLikelihood) likelihood).clamp(scores);
    }
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
    addLogLikelihoods();
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
    for (int k = 1; k < weights.length; k++) {
      heaviest = weights[k] > weights[heaviest] ? k : heaviest;
    }
    return heaviest;
  }
}
