package org.majorant.file.evaluate;

/**
 * How a simulated distributed run went.
 *
 * @param rounds it took
 * @param syncAllowed what the quota allowed
 * @param kappaMax the largest κ of a merge
 * @param inFlightMax the most examples in flight at once, over all workers
 */
public record SimulationReport(
    long rounds, SyncAllowed syncAllowed, double kappaMax, long inFlightMax) {
  /**
   * Examples a worker and round that the quota allowed, averaged over the workers.
   *
   * @param median over the bases
   * @param last of the last base
   */
  public record SyncAllowed(long median, long last) {}
}
