package org.majorant.tally;

import java.util.List;

/**
 * Counts entities by the rules of the CoNLL shared tasks: a run of tokens whose labels {@code B-T},
 * {@code I-T} (or {@code E-T}, {@code L-T} at the end, {@code S-T}, {@code U-T} alone) have the
 * same type T. In IOB2 every entity begins with B; in IOB1 only one that follows another of its
 * type. An entity is right if its type and both ends are.
 *
 * <p>Labels that are not all {@code O} or of that form name no entities, and nothing is counted.
 */
public final class EntityCounter {
  private static final char OUTSIDE = 'O';

  private final char[] tags;
  private final String[] types;
  private final boolean any;
  private long entities;
  private long predicted;
  private long correct;

  /**
   * @param labels in the spec's order
   */
  public EntityCounter(final List<String> labels) {
    tags = new char[labels.size()];
    types = new String[tags.length];
    boolean sound = true;
    boolean inside = false;
    for (int y = 0; y < tags.length; y++) {
      final String label = labels.get(y);
      final boolean outside = label.equals("O");
      sound &= outside || label.matches("[BIELSU]-.+");
      inside |= !outside;
      tags[y] = outside ? OUTSIDE : canonical(label.charAt(0));
      types[y] = outside ? "" : label.substring(Math.min(2, label.length())).intern();
    }
    any = sound && inside;
  }

  /** Whether the labels name entities at all. */
  public boolean counts() {
    return any;
  }

  /**
   * Counts one sequence.
   *
   * @param labels T, all observed
   * @param path the predicted labels, T
   */
  public void add(final int[] labels, final int[] path, final int length) {
    if (!any) {
      return;
    }
    int start = -1; // of the entity that is open at t, -1: none
    int predictedStart = -1;
    for (int t = 0; t <= length; t++) {
      final boolean ends = start >= 0 && ends(labels, t, length);
      final boolean predictedEnds = predictedStart >= 0 && ends(path, t, length);
      if (ends && predictedEnds && start == predictedStart) {
        correct += types[labels[t - 1]].equals(types[path[t - 1]]) ? 1 : 0;
      }
      entities += ends ? 1 : 0;
      predicted += predictedEnds ? 1 : 0;
      start = t < length && begins(labels, t) ? t : ends ? -1 : start;
      predictedStart = t < length && begins(path, t) ? t : predictedEnds ? -1 : predictedStart;
    }
  }

  /** Entities so far. */
  public long entities() {
    return entities;
  }

  /** Entities predicted so far. */
  public long predicted() {
    return predicted;
  }

  /** Entities predicted rightly so far. */
  public long correct() {
    return correct;
  }

  /** Starts from zero. */
  public void reset() {
    entities = 0;
    predicted = 0;
    correct = 0;
  }

  /** Whether the entity that holds token t − 1 ends before t. */
  private boolean ends(final int[] labels, final int t, final int length) {
    if (t == length) {
      return true;
    }
    final char before = tags[labels[t - 1]];
    final char tag = tags[labels[t]];
    return before == 'E'
        || before == 'S'
        || tag == OUTSIDE
        || tag == 'B'
        || tag == 'S'
        || !types[labels[t - 1]].equals(types[labels[t]]);
  }

  private boolean begins(final int[] labels, final int t) {
    final char tag = tags[labels[t]];
    if (tag == OUTSIDE) {
      return false;
    }
    final char before = t == 0 ? OUTSIDE : tags[labels[t - 1]];
    return tag == 'B'
        || tag == 'S'
        || before == OUTSIDE
        || before == 'E'
        || before == 'S'
        || !types[labels[t - 1]].equals(types[labels[t]]);
  }

  private static char canonical(final char tag) {
    return tag == 'L' ? 'E' : tag == 'U' ? 'S' : tag;
  }
}
