package org.majorant.tally;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.majorant.schema.DriftMove;
import org.majorant.schema.DriftState;
import org.majorant.schema.FeatureCounts;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Tally;
import org.majorant.schema.Task;

/**
 * Tells from tallies when a stream has changed: when the progressive loss rises, or that of the
 * answers that a service gave, or the share of a label or a feature moves. An alert on means of the
 * last minutes cannot do it: older, faster traffic hides what comes slowly, or the model has
 * relearned before.
 *
 * <pre>
 *   loss    x = min(C, loss a decision) / C,    C = 4 log K;  K = 16 where there are no labels
 *   share   x = 1 if the label is this one;     of points with at most 32 labels; of two the second
 *           x = 1 if it has this feature;       of points, see FeatureCounter
 * </pre>
 *
 * <p>Half the level is the losses', a quarter the labels', a quarter the features', in equal parts.
 * The progressive loss has all its half until the first answer comes, and leaves {@link
 * MeanChange#SPARE} to that of the answers from then on. So what nobody serves has the alarms that
 * it would have if there was no such test. Each test has a reference of its own, so that shares
 * that come and go do not make the loss's short. Tokens of one sequence depend on each other, so
 * sequences have no test of shares.
 */
public final class DriftDetector {
  /** In {@link DriftMove}. */
  public static final String LOSS = "loss";

  /** In {@link DriftMove}. */
  public static final String SERVED = "served";

  /** In {@link DriftMove}. */
  public static final String LABEL = "label";

  /** In {@link DriftMove}. */
  public static final String FEATURE = "feature";

  private static final int NO_LABELS = 16;
  private static final double ROUNDING = 1e-9;
  private static final double LOSSES = 0.5; // the level of both

  /** Evidence that an alarm of the loss takes more once there are answers, nats. */
  private static final double FOR_SERVED = -StrictMath.log1p(-MeanChange.SPARE / LOSSES);

  private final List<String> labels;
  private final int first; // label with a test
  private final double clip;
  private final MeanChange loss = new MeanChange(EValues.BOUNDED, LOSSES, false);
  private final MeanChange served = new MeanChange(EValues.BOUNDED, MeanChange.SPARE, false);
  private boolean answered; // whether an answer has come
  private final List<MeanChange> shares = new ArrayList<>();
  private final FeatureShares features = new FeatureShares(0.25);

  public DriftDetector(final ModelSpec spec) {
    labels = spec.getLabels();
    clip = clip(labels.size());
    final boolean counts =
        spec.getTask() == Task.MULTICLASS && Tallies.confusionSize(labels.size()) > 0;
    first = labels.size() == 2 ? 1 : 0;
    for (int label = first; counts && label < labels.size(); label++) {
      shares.add(new MeanChange(EValues.INDICATORS, 0.25 / (labels.size() - first), true));
    }
  }

  /**
   * Where the losses of a model are cut off, C, nats.
   *
   * @param labels of the model; 0: it has none
   */
  public static double clip(final int labels) {
    return 4 * StrictMath.log(labels == 0 ? NO_LABELS : Math.max(2, labels));
  }

  /** Whether a tally can have these clipped losses. */
  static boolean arePossible(final Tally tally, final int labels) {
    final double clip = clip(labels);
    final long answers = tally.getServedExamples();
    return arePossible(tally.getExamples(), tally.getClippedLoss(), tally.getClippedSquare(), clip)
        && answers >= 0
        && answers <= tally.getExamples()
        && arePossible(answers, tally.getServedClippedLoss(), tally.getServedClippedSquare(), clip);
  }

  private static boolean arePossible(
      final long count, final double sum, final double squares, final double clip) {
    final double most = 1 + ROUNDING;
    return sum >= 0 && squares >= 0 && sum <= most * clip * count && squares <= most * clip * sum;
  }

  /** All references begin: nothing is known. */
  public void begin() {
    loss.begin();
    served.begin();
    answered = false;
    shares.forEach(MeanChange::begin);
    features.begin();
  }

  /**
   * Takes what came since the last call. Those tests that give an alarm begin anew.
   *
   * @param counts of features; null: there are none
   * @return what has moved: the loss, that of the answers, that label's share for which there is
   *     most evidence, features
   */
  public List<DriftMove> add(final Tally tally, final FeatureCounts counts) {
    final List<DriftMove> moves = new ArrayList<>();
    final long answers = tally.getServedExamples();
    answered |= answers > 0;
    if (isKnown(tally)
        && add(loss, tally.getExamples(), tally.getClippedLoss(), tally.getClippedSquare())
        && loss.excess() >= (answered ? FOR_SERVED : 0)) {
      moves.add(rise(LOSS, loss));
    }
    if (add(served, answers, tally.getServedClippedLoss(), tally.getServedClippedSquare())) {
      moves.add(rise(SERVED, served));
    }
    addShares(tally.getConfusion()).ifPresent(moves::add);
    moves.addAll(features.add(counts));
    return moves;
  }

  /**
   * @param sum of losses, nats
   */
  private boolean add(
      final MeanChange test, final long count, final double sum, final double squares) {
    return test.add(count, sum / clip, squares / (clip * clip));
  }

  /** What a test has noticed, which begins anew. */
  private DriftMove rise(final String of, final MeanChange test) {
    final DriftMove move = new DriftMove(of, null, clip * test.before(), clip * test.after(), null);
    test.begin();
    return move;
  }

  /** Releases up to 0.2 do not ship clipped losses. */
  private static boolean isKnown(final Tally tally) {
    return tally.getClippedLoss() > 0 || tally.getLogLoss() <= 0;
  }

  private Optional<DriftMove> addShares(final List<Long> confusion) {
    if (confusion.isEmpty() || shares.isEmpty()) {
      return Optional.empty();
    }
    final long all = confusion.stream().mapToLong(Long::longValue).sum();
    int moved = -1;
    for (int i = 0; i < shares.size(); i++) {
      final int row = (first + i) * labels.size();
      final long count =
          confusion.subList(row, row + labels.size()).stream().mapToLong(Long::longValue).sum();
      final boolean over = shares.get(i).add(all, count, count);
      if (over && (moved < 0 || shares.get(i).excess() > shares.get(moved).excess())) {
        moved = i;
      }
    }
    if (moved < 0) {
      return Optional.empty();
    }
    final MeanChange share = shares.get(moved);
    final String label = labels.get(first + moved);
    final DriftMove move = new DriftMove(LABEL, label, share.before(), share.after(), null);
    shares.forEach(MeanChange::begin);
    return Optional.of(move);
  }

  /**
   * Goes on from what {@link #state} gave. From that of other labels, from what is not a number,
   * which would never give an alarm, and where a former release knew of no such test, the
   * references begin.
   */
  public void restore(final DriftState state) {
    begin();
    if (state == null || state.getClip() != clip) {
      return;
    }
    if (fits(state.getLoss(), List.of(loss)) && fits(state.getShares(), shares)) {
      read(state.getLoss(), List.of(loss));
      read(state.getShares(), shares);
    }
    answered = fits(state.getServed(), List.of(served));
    if (answered) {
      read(state.getServed(), List.of(served));
    }
    final List<MeanChange> ofFeatures = features.restore(state.getFeatures());
    if (fits(state.getFeatureShares(), ofFeatures)) {
      read(state.getFeatureShares(), ofFeatures);
    }
  }

  private static boolean fits(final List<Double> numbers, final List<MeanChange> tests) {
    return numbers.size() == tests.stream().mapToInt(MeanChange::size).sum()
        && !numbers.contains(Double.NaN);
  }

  private static void read(final List<Double> numbers, final List<MeanChange> tests) {
    final double[] in = numbers.stream().mapToDouble(Double::doubleValue).toArray();
    int at = 0;
    for (final MeanChange test : tests) {
      test.read(in, at);
      at += test.size();
    }
  }

  /** All that it knows. */
  public DriftState state() {
    return new DriftState(
        clip,
        written(List.of(loss)),
        written(shares),
        features.watched(),
        written(features.tests()),
        answered ? written(List.of(served)) : List.of());
  }

  private static List<Double> written(final List<MeanChange> tests) {
    final List<Double> numbers = new ArrayList<>();
    for (final MeanChange test : tests) {
      final double[] each = new double[test.size()];
      test.write(each, 0);
      for (final double number : each) {
        numbers.add(number);
      }
    }
    return numbers;
  }
}
