package org.majorant.merge;

/**
 * What the majorizer knows of a worker that has data, when it divides what may be in flight.
 *
 * @param learned examples of its last summary
 * @param held examples that it held back then
 * @param open how many more the newest base lets it learn
 * @param inFlight the most that it may have learned and the next base does not contain: it may
 *     still be on an older base, and {@link Long#MAX_VALUE} where that one had no limit
 */
record Demand(long learned, long held, long open, long inFlight) {
  /** Examples that it can be expected to learn on the next base. */
  long examples() {
    return learned + held;
  }
}
