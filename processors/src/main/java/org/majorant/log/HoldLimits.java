package org.majorant.log;

import java.time.Duration;

/**
 * How much, and how long, a worker holds back what the quota does not let it learn; beyond, it
 * learns on, and the κ-merge bounds the harm.
 *
 * @param examples of one partition
 * @param bytes of one partition
 * @param longest that it waits for a base, before it learns as much again as the last one gave
 */
public record HoldLimits(int examples, long bytes, Duration longest) {
  public static final HoldLimits DEFAULT = new HoldLimits(8192, 16L << 20, Duration.ofSeconds(30));
}
