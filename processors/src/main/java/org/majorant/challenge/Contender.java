package org.majorant.challenge;

import java.util.ArrayList;
import java.util.List;
import org.majorant.schema.Comparison;

/**
 * What a worker tells of its losses: to the duel with its model's champion, if it has one, and to
 * those with the challengers of its model.
 */
public final class Contender {
  private final List<LossLog> logs = new ArrayList<>();
  private final List<Duel> duels = new ArrayList<>();
  private Duel own; // null: the model challenges none

  Contender() {}

  void join(final Duel duel, final LossLog log) {
    duels.add(duel);
    logs.add(log);
  }

  void challenge(final Duel duel) {
    own = duel;
    join(duel, duel.challengers());
  }

  void leave(final Duel duel) {
    final int at = duels.indexOf(duel);
    if (at >= 0) {
      duels.remove(at);
      logs.remove(at);
    }
  }

  /**
   * An example is learned.
   *
   * @param item of its record
   * @param loss before that, nats a decision; not a number: nothing was predicted
   */
  public void learned(final long offset, final int item, final double loss) {
    if (Double.isNaN(loss)) {
      return;
    }
    for (int i = 0; i < logs.size(); i++) {
      logs.get(i).add(offset, item, loss);
    }
  }

  /** What was learned before an offset is shipped. */
  public void shipped(final long to) {
    for (int i = 0; i < logs.size(); i++) {
      logs.get(i).settle(to);
      duels.get(i).pair();
    }
  }

  /** What is not shipped is learned again. */
  public void goBack() {
    logs.forEach(LossLog::goBack);
  }

  /** Whether something was compared with the champion that nobody knows yet. */
  public boolean hasNews() {
    return own != null && own.hasNews();
  }

  /** Takes out what was compared with the champion since the last call; null: nothing. */
  public Comparison take() {
    return own == null ? null : own.take();
  }
}
