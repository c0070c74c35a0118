package org.majorant.log;

import java.time.Duration;

/**
 * How many examples a worker holds because of its quota, and for how long. Beyond these limits it
 * learns on, and the κ-merge limits the harm.
 *
 * @param examples of one partition
 * @param bytes of one partition
 * @param longest that it waits for a base, before it learns as much again as the last one gave
 */
public record HoldLimits(int examples, long bytes, Duration longest) {
  public static final HoldLimits DEFAULT = new HoldLimits(8192, 16L << 20, Duration.ofSeconds(30));
}
