package org.majorant.join;

/**
 * Where a record stands on its topic, and when it is of.
 *
 * @param time milliseconds since the epoch
 */
public record Origin(int partition, long offset, long time) {}
