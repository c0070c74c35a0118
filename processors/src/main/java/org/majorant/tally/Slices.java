package org.majorant.tally;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.majorant.schema.Slice;
import org.majorant.schema.SliceValue;
import org.majorant.schema.Tally;
import org.majorant.slice.SliceValues;

/**
 * Examples and their clipped losses by the value of a feature, in bounded room, as sums that add up
 * over workers and summaries. A value that comes takes the place of that of which there may be
 * fewest; what was counted of this goes to the others (Space-Saving; Metwally and others 2005, and
 * Cafaro and others 2016 for sums).
 *
 * <pre>
 *   examples ≤ true number ≤ examples + missed,    missed ≤ all examples / {@value #KEPT}
 * </pre>
 *
 * <p>All values with the others are all examples, exactly, and all losses. What a value has is
 * exact since it was first counted, after {@code entered} examples; where nothing is missed, since
 * the slice began. A value of more than 1/{@value #KEPT} of all examples is always counted. A value
 * longer than {@value SliceValues#MOST_BYTES} bytes is one of the others. The order of the
 * summaries decides which values are there, and so a replay gives the same ones.
 *
 * <p>Slices that a spec names no more are gone with the next examples, and new ones begin with
 * them. Lists and records are never changed.
 */
final class Slices {
  /** Values of a slice that are counted, at most. */
  static final int KEPT = 100;

  /** The order of the values of a slice. */
  static final Comparator<SliceValue> MOST_FIRST =
      Comparator.comparingLong(Slices::most).reversed().thenComparing(SliceValue::getValue);

  private static final double ROUNDING = 1e-9;

  private Slices() {}

  /** So many examples there may be of a value. */
  private static long most(final SliceValue value) {
    return value.getExamples() + value.getMissed();
  }

  /** Whether a tally can have these slices. */
  static boolean arePossible(final Tally tally, final int labels) {
    final double clip = DriftDetector.clip(labels);
    return tally.getSlices().size() <= SliceValues.MOST
        && tally.getSlices().stream().allMatch(slice -> isPossible(slice, tally, clip));
  }

  private static boolean isPossible(final Slice slice, final Tally tally, final double clip) {
    long rest = tally.getExamples();
    for (final SliceValue value : slice.getValues()) {
      if (value.getExamples() < 1
          || value.getExamples() > rest
          || !isLoss(value.getLoss(), value.getExamples(), clip)
          || value.getEntered() < 0
          || value.getEntered() > tally.getExamples()
          || value.getMissed() < 0
          || value.getMissed() > tally.getExamples()
          || value.getValue().length() > SliceValues.MOST_BYTES) {
        return false;
      }
      rest -= value.getExamples();
    }
    return slice.getValues().size() <= KEPT
        && slice.getOthers() >= 0
        && slice.getOthers() <= rest
        && isLoss(slice.getOthersLoss(), slice.getOthers(), clip);
  }

  private static boolean isLoss(final double loss, final long examples, final double clip) {
    return loss >= -ROUNDING && loss <= (1 + ROUNDING) * clip * examples + ROUNDING;
  }

  /** The slices of the newer examples, with what is known of these slices from the older ones. */
  static List<Slice> sum(final List<Slice> older, final List<Slice> newer) {
    return newer.stream().map(slice -> sum(find(older, slice), slice)).toList();
  }

  private static Slice find(final List<Slice> slices, final Slice like) {
    return slices.stream()
        .filter(slice -> slice.getOf().equals(like.getOf()))
        .findFirst()
        .orElseGet(() -> new Slice(like.getOf(), List.of(), 0L, 0.0));
  }

  private static Slice sum(final Slice older, final Slice newer) {
    final long before = total(older);
    final long missedBefore = mostMissed(older);
    final long missedSince = mostMissed(newer);
    final Set<String> came =
        newer.getValues().stream().map(SliceValue::getValue).collect(Collectors.toSet());
    final Map<String, SliceValue> values = new LinkedHashMap<>();
    for (final SliceValue value : older.getValues()) {
      values.put(
          value.getValue(), with(value, 0, 0, came.contains(value.getValue()) ? 0 : missedSince));
    }
    for (final SliceValue value : newer.getValues()) {
      final SliceValue known = values.get(value.getValue());
      values.put(
          value.getValue(),
          known != null
              ? with(known, value.getExamples(), value.getLoss(), value.getMissed())
              : new SliceValue(
                  value.getValue(),
                  value.getExamples(),
                  value.getLoss(),
                  before + value.getEntered(),
                  value.getMissed() + missedBefore));
    }
    return kept(
        older.getOf(),
        new ArrayList<>(values.values()),
        older.getOthers() + newer.getOthers(),
        older.getOthersLoss() + newer.getOthersLoss());
  }

  /** Without the values for which there is no room: they are among the others. */
  private static Slice kept(
      final String of, final List<SliceValue> values, final long others, final double othersLoss) {
    values.sort(MOST_FIRST);
    final int kept = Math.min(KEPT, values.size());
    long rest = others;
    double restLoss = othersLoss;
    for (final SliceValue value : values.subList(kept, values.size())) {
      rest += value.getExamples();
      restLoss += value.getLoss();
    }
    return new Slice(of, List.copyOf(values.subList(0, kept)), rest, restLoss);
  }

  private static SliceValue with(
      final SliceValue value, final long examples, final double loss, final long missed) {
    return new SliceValue(
        value.getValue(),
        value.getExamples() + examples,
        value.getLoss() + loss,
        value.getEntered(),
        value.getMissed() + missed);
  }

  /** Of a value that is not there, so many examples may be among the others. */
  private static long mostMissed(final Slice slice) {
    final List<SliceValue> values = slice.getValues();
    return values.size() < KEPT ? 0 : most(values.get(KEPT - 1));
  }

  /** Examples that it has counted. */
  static long total(final Slice slice) {
    return slice.getOthers() + slice.getValues().stream().mapToLong(SliceValue::getExamples).sum();
  }

  /** The clipped losses of these. */
  static double totalLoss(final Slice slice) {
    return slice.getOthersLoss()
        + slice.getValues().stream().mapToDouble(SliceValue::getLoss).sum();
  }

  /**
   * What was counted between two tallies, of which the later one counts no less of anything. A
   * value that was gone in between has what came since it is there again.
   */
  static List<Slice> since(final Tally before, final Tally now) {
    return now.getSlices().stream()
        .map(
            slice -> {
              final Slice known = find(before.getSlices(), slice);
              return begin(before, known) == begin(now, slice) ? since(known, slice) : slice;
            })
        .toList();
  }

  /** After how many examples of the tally a slice began. */
  private static long begin(final Tally tally, final Slice slice) {
    return tally.getExamples() - total(slice);
  }

  private static Slice since(final Slice before, final Slice now) {
    final Map<String, SliceValue> known = new LinkedHashMap<>();
    before.getValues().forEach(value -> known.put(value.getValue(), value));
    final List<SliceValue> values = new ArrayList<>();
    long others = total(now) - total(before);
    double othersLoss = totalLoss(now) - totalLoss(before);
    for (final SliceValue value : now.getValues()) {
      final SliceValue then = known.get(value.getValue());
      final boolean same = then != null && then.getEntered() == value.getEntered();
      final SliceValue since =
          same ? with(value, -then.getExamples(), -then.getLoss(), -then.getMissed()) : value;
      if (since.getExamples() > 0) {
        values.add(since);
        others -= since.getExamples();
        othersLoss -= since.getLoss();
      }
    }
    return kept(now.getOf(), values, others, Math.max(0, othersLoss));
  }
}
