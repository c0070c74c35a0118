package org.majorant.store;

import java.util.HashSet;
import java.util.Set;

/**
 * The kinds of faults that have been logged. A topic may have thousands of one kind, and a line for
 * each would hide everything else.
 */
final class ToldFaults {
  private static final int MOST = 100;

  private final Set<String> kinds = new HashSet<>();

  /** Whether a fault is the first of its kind; those of a kind differ in their numbers. */
  boolean isNew(final String fault) {
    return kinds.size() < MOST && kinds.add(fault.replaceAll("\\d+", "#"));
  }
}
