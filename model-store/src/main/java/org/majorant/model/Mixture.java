package org.majorant.model;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.majorant.schema.HalfLives;
import org.majorant.schema.Member;
import org.majorant.schema.Members;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Task;
import org.majorant.spec.CurvatureLimits;

/**
 * Predicts in place of a single θ: its members read the same memory (A, b) with a weaker or a
 * stronger prior, and with more or less confidence (MATHS.md 15). No λ is right for every data set,
 * and a diagonal memory counts evidence twice if two features always occur together. The losses on
 * the examples show which member predicts best.
 *
 * <pre>
 *   member k = (l, a):   s = θ_lᵀx  with  θ_l = (A + lP)⁻¹b;     p_k = softmax(a s + log h)
 *   p = Σ w_k p_k,       w_k ∝ e^(−L_k),       L_k = Σ_i ρ^(what came after i) (−log p_k(y_i))
 * </pre>
 *
 * <p>A model may have memories beside that one, which forget by half-lives ({@link HalfLives}).
 * They have members, too, with one prior each. So nobody has to know whether the world drifts.
 *
 * <p>ρ forgets a loss over some {@value #MEMORY} examples, since the member that is best at first
 * is not so later. So losses of several workers add up as their sites do. A sequence counts as one
 * example: its part of L_k is a token's mean, and is forgotten over some {@value #SEQUENCES}. Of
 * its members there are fewer, since each takes a forward pass. With diagonal curvature θ_l follows
 * from θ. Full curvature has an inverse for each l where it is small ({@link CurvatureLimits}), and
 * its members have θ_l themselves. Large full curvature, that of choices and low-rank curvature
 * have l = 1 only; so has directional forgetting, which takes from A + P and may leave A + lP
 * indefinite. Members lie one prior after the other, then one half-life after the other, all
 * temperatures of each.
 *
 * <p>Immutable.
 */
public final class Mixture {
  /** Losses count less every so many examples: in between, who adds them up needs no logarithm. */
  public static final int SPAN = 16;

  private static final int MEMORY = 1000;
  private static final int SEQUENCES = 300;

  /** What rounding may take from a loss. */
  static final double ROUNDING = 1e-9;

  /**
   * The prior of a memory that forgets, in units of the spec's, which would hide its few examples.
   */
  public static final double FORGETFUL_PRIOR = 0.03;

  private static final int[] QUARTERS_OF_SEQUENCES = {4, 5};

  private final List<Reading> readings;
  private final int[] quarters; // empty where θ predicts alone
  private final double kept; // of a loss, after a span

  private Mixture(final List<Reading> readings, final int[] quarters, final int memory) {
    this.readings = readings;
    this.quarters = quarters;
    kept = 1 - (double) SPAN / memory;
  }

  /**
   * The mixture of a spec: of points, sequences and choices whose weights nothing holds, if it asks
   * for one. Hidden states have means of their own, and constraints hold for one θ only. Where late
   * labels revise what was learned, members would be weighed by what they have lost to labels that
   * were wrong: what they predicted then, and so what they lost, is not known any more.
   */
  public static Mixture of(final ModelSpec spec) {
    final boolean free = spec.getConstraints() == null && spec.getL1() == 0;
    final boolean revised =
        spec.getLateLabels() != null && spec.getLateLabels().getReviseMillis() > 0;
    if (spec.getMembers() == Members.NONE || !free || revised || !suits(spec)) {
      return new Mixture(Reading.ALONE, new int[0], MEMORY);
    }
    if (spec.getTask() == Task.SEQUENCE) {
      return new Mixture(Reading.OF_SEQUENCES, QUARTERS_OF_SEQUENCES, SEQUENCES);
    }
    return new Mixture(Reading.of(spec), Temperatures.QUARTERS, MEMORY);
  }

  /** Whether a mixture can predict in place of the weights. */
  static boolean suits(final ModelSpec spec) {
    return spec.getTask() == Task.CHOICE
        || spec.getTask() == Task.SEQUENCE
        || spec.getTask() == Task.MULTICLASS && spec.getLatent() == 1;
  }

  /** Whether there are no members, and θ predicts alone. */
  public boolean isNone() {
    return quarters.length == 0;
  }

  /** How many members there are. */
  public int size() {
    return readings() * quarters.length;
  }

  /**
   * How many θ there are: of each view that of each prior, then that of each memory with a
   * half-life; at last that of the stack.
   */
  public int readings() {
    return readings.size();
  }

  /** In the order of the members. */
  public List<Reading> eachReading() {
    return readings;
  }

  /**
   * What the members' priors are to the spec's: l, each once, the spec's own first; of a model
   * without views.
   */
  public double[] priors() {
    return readings.stream().filter(r -> r.halfLife() == 0).mapToDouble(Reading::prior).toArray();
  }

  /** How sure the members of one prior are: a, each once; of sequences the first is 1. */
  public double[] temperatures() {
    return Arrays.stream(quarters).mapToDouble(quarter -> quarter / 4.0).toArray();
  }

  /**
   * Probabilities by each member; of points and choices.
   *
   * @param scores of each θ: those of all outcomes, or one of two labels, the second's
   * @param vectors how many these are of a θ
   * @param outcomes at least two
   * @param logPrior log h an outcome, with −∞ for what cannot be; null: 0
   * @param out written: of each member a probability an outcome, none of them zero but where h is
   */
  public void probabilities(
      final double[] scores,
      final int vectors,
      final int outcomes,
      final double[] logPrior,
      final double[] out) {
    for (int r = 0; r < readings(); r++) {
      final int from = r * quarters.length * outcomes;
      if (vectors < outcomes && logPrior == null) {
        Temperatures.binary(scores[r], from, out);
      } else {
        Temperatures.all(scores, r * vectors, vectors < outcomes, outcomes, logPrior, from, out);
      }
    }
  }

  /**
   * The members, as a version has them.
   *
   * @param losses L a member; of another length where nothing is known of these members
   * @param others each θ but the first, feature-major, and null where it follows from the
   *     parameters; empty where all do
   */
  public List<Member> members(final List<Double> losses, final List<double[]> others) {
    final double[] weights = new double[size()];
    weigh(known(losses.stream().mapToDouble(Double::doubleValue).toArray()), weights);
    final List<Member> members = new ArrayList<>();
    for (int k = 0; k < weights.length; k++) {
      final Reading reading = readings.get(k / quarters.length);
      final boolean first = k % quarters.length == 0 && k > 0 && !others.isEmpty();
      final double[] own = first ? others.get(k / quarters.length - 1) : null;
      members.add(
          new Member(
              reading.prior(),
              quarters[k % quarters.length] / 4.0,
              weights[k],
              own == null ? null : bytes(own),
              reading.halfLife(),
              reading.view()));
    }
    return members;
  }

  /** Which of the θ that members have is each one's own, from 0. */
  public static int[] readings(final List<Member> members) {
    final int[] readings = new int[members.size()];
    for (int k = 1; k < readings.length; k++) {
      readings[k] = readings[k - 1] + (readAlike(members.get(k), members.get(k - 1)) ? 0 : 1);
    }
    return readings;
  }

  /** Whether two members read with the same θ, so that only the first of them may have it. */
  static boolean readAlike(final Member one, final Member other) {
    return one.getPrior() == other.getPrior()
        && one.getHalfLife() == other.getHalfLife()
        && one.getView() == other.getView();
  }

  /** θ as a member has it. */
  static ByteBuffer bytes(final double[] theta) {
    final ByteBuffer bytes =
        ByteBuffer.allocate(Double.BYTES * theta.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asDoubleBuffer().put(theta);
    return bytes;
  }

  /** θ that a member has itself; null where it has none. */
  static DoubleBuffer weights(final Member member) {
    return member.getWeights() == null
        ? null
        : member.getWeights().duplicate().order(ByteOrder.LITTLE_ENDIAN).asDoubleBuffer();
  }

  /**
   * What members weigh.
   *
   * @param losses L a member
   * @param weights written; they add up to 1
   */
  public static void weigh(final double[] losses, final double[] weights) {
    double least = Double.POSITIVE_INFINITY;
    for (final double loss : losses) {
      least = Math.min(least, loss);
    }
    double sum = 0;
    for (int k = 0; k < losses.length; k++) {
      weights[k] = Math.exp(least - losses[k]);
      sum += weights[k];
    }
    for (int k = 0; k < losses.length; k++) {
      weights[k] /= sum;
    }
  }

  /** What losses count after the end of a span. */
  public void forget(final double[] losses) {
    for (int k = 0; k < losses.length; k++) {
      losses[k] *= kept;
    }
  }

  /**
   * The losses after some more examples.
   *
   * @param losses before them
   * @param from how many examples these are of
   * @param examples how many more there are
   * @param more the losses on them; empty: not known
   */
  public double[] after(
      final double[] losses, final long from, final long examples, final double[] more) {
    final double[] sum = known(losses);
    final double factor = Math.pow(kept, (from + examples) / SPAN - from / SPAN);
    for (int k = 0; k < sum.length; k++) {
      sum[k] = factor * sum[k] + (more.length == sum.length ? more[k] : 0);
    }
    return sum;
  }

  private double[] known(final double[] losses) {
    return losses.length == size() ? losses.clone() : new double[size()];
  }

  /** Whether examples can give these losses. */
  public boolean isPossible(final List<Double> losses) {
    return (losses.isEmpty() || losses.size() == size())
        && losses.stream().allMatch(loss -> loss >= -ROUNDING && loss <= Double.MAX_VALUE);
  }
}
