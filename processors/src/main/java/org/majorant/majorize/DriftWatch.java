package org.majorant.majorize;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.majorant.lineage.Lineage;
import org.majorant.model.Mixture;
import org.majorant.schema.BoundSummary;
import org.majorant.schema.DriftAlarm;
import org.majorant.schema.DriftMove;
import org.majorant.schema.Member;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.OnDrift;
import org.majorant.schema.SurrogateHead;
import org.majorant.schema.Tally;
import org.majorant.tally.DriftDetector;
import org.majorant.tally.Tallies;

/**
 * Watches the summaries for drift. They are merged in one order, each once, and that order is
 * recorded: so alarms survive every crash, and a replay gives the same ones.
 *
 * <p>A change moves the loss and shares, which are not noticed at the same example. So what else
 * moves within {@value #TOGETHER} examples belongs to the same alarm. So does a mean that only goes
 * on: where partitions are not equally far, a change at once comes little by little, and what is
 * noticed first is a part of it.
 */
final class DriftWatch {
  private static final int TOGETHER = 5_000;
  private static final int MOST_ALARMS = 8;

  private final Mixture mixture;
  private DriftDetector detector;
  private final List<DriftAlarm> alarms = new ArrayList<>();
  private final boolean forgets;
  private double rise; // of the loss, told since the last base; 0: it has not risen
  private int begun; // alarms since the last base: they are the last ones

  DriftWatch(final ModelSpec spec) {
    mixture = Mixture.of(spec);
    forgets = spec.getOnDrift() == OnDrift.FORGET;
    detector = new DriftDetector(spec);
  }

  /** Goes on from a base. */
  void restore(final SurrogateHead base) {
    detector.restore(base.getDrift());
    alarms.clear();
    base.getAlarms().forEach(alarm -> alarms.add(copy(alarm)));
    next();
  }

  /** All is in a base. */
  void next() {
    begun = 0;
    rise = 0;
  }

  /**
   * Another state takes the place of what was learned: what is known of its losses means nothing.
   *
   * @param spec with the labels that it knows
   */
  void restart(final ModelSpec spec) {
    detector = new DriftDetector(spec);
    rise = 0;
  }

  /**
   * By how much the loss has risen at an alarm since the last base, nats a decision, where the
   * model is to forget then; else 0.
   */
  double rise() {
    return rise;
  }

  /** So much counts now what was learned until the last alarm. */
  void forget(final double kept) {
    alarms.get(alarms.size() - 1).setKept(kept);
  }

  /**
   * Takes a summary that was merged.
   *
   * @param tally with it
   * @param lineage with it
   * @return what has moved, without what only goes on
   */
  List<DriftMove> merge(final BoundSummary summary, final Tally tally, final Lineage lineage) {
    final List<DriftMove> moves = detector.add(summary.getTally(), summary.getFeatures());
    final long examples = Tallies.learned(tally);
    final List<DriftMove> known = moves.isEmpty() ? List.of() : known(examples);
    moves.removeIf(move -> goesOn(known, move));
    if (moves.isEmpty()) {
      return moves;
    }
    if (forgets) {
      moves.stream()
          .filter(move -> move.getOf().equals(DriftDetector.LOSS))
          .forEach(move -> rise = Math.max(rise, move.getAfter() - move.getBefore()));
    }
    if (!known.isEmpty() && known.stream().noneMatch(move -> isOf(move, moves))) {
      known.addAll(moves);
      return moves;
    }
    alarms.add(
        new DriftAlarm(
            0L,
            summary.getRecordTime(),
            examples,
            lineage.offsets(),
            new ArrayList<>(moves),
            null,
            null));
    begun = Math.min(begun + 1, MOST_ALARMS);
    if (alarms.size() > MOST_ALARMS) {
      alarms.remove(leastTelling());
    }
    return moves;
  }

  /** The oldest alarm of features alone, which may come and go each day; else the oldest. */
  private int leastTelling() {
    for (int i = 0; i < alarms.size() - begun; i++) {
      if (alarms.get(i).getMoves().stream()
          .allMatch(move -> move.getOf().equals(DriftDetector.FEATURE))) {
        return i;
      }
    }
    return 0;
  }

  /** What moved in the last alarm, if what moves now may belong to it; else nothing. */
  private List<DriftMove> known(final long examples) {
    if (alarms.isEmpty()) {
      return List.of();
    }
    final DriftAlarm last = alarms.get(alarms.size() - 1);
    return Math.abs(examples - last.getExamples()) <= TOGETHER ? last.getMoves() : List.of();
  }

  private static boolean isOf(final DriftMove known, final List<DriftMove> moves) {
    return moves.stream()
        .anyMatch(
            move ->
                move.getOf().equals(known.getOf())
                    && Objects.equals(move.getFeature(), known.getFeature()));
  }

  /** Whether a mean goes on in its direction, from where it had come; then that is told of it. */
  private static boolean goesOn(final List<DriftMove> known, final DriftMove move) {
    for (final DriftMove first : known) {
      final double way = first.getAfter() - first.getBefore();
      if (first.getOf().equals(move.getOf())
          && Objects.equals(first.getLabel(), move.getLabel())
          && Objects.equals(first.getFeature(), move.getFeature())
          && (move.getAfter() - move.getBefore()) * way > 0
          && (move.getBefore() - first.getBefore()) / way > 0.5) {
        first.setAfter(move.getAfter());
        return true;
      }
    }
    return false;
  }

  /** Writes into a base's head what is known with it. */
  void complete(final SurrogateHead head, final long now) {
    for (final DriftAlarm alarm : alarms.subList(alarms.size() - begun, alarms.size())) {
      alarm.setTime(now);
      alarm.setForgetful(forgetful(head));
    }
    head.setDrift(detector.state());
    head.setAlarms(alarms.stream().map(DriftWatch::copy).toList());
  }

  /** What the members weigh whose memories forget; null: there are none. */
  private Double forgetful(final SurrogateHead head) {
    final List<Member> members =
        mixture.members(head.getMembers(), List.of()).stream()
            .filter(member -> member.getHalfLife() > 0)
            .toList();
    final double sum = members.stream().mapToDouble(Member::getWeight).sum();
    return members.isEmpty() ? null : Double.valueOf(Math.min(1, sum)); // but for rounding
  }

  /** Another object, whose moves can become more. */
  private static DriftAlarm copy(final DriftAlarm alarm) {
    return DriftAlarm.newBuilder(alarm).setMoves(new ArrayList<>(alarm.getMoves())).build();
  }
}
