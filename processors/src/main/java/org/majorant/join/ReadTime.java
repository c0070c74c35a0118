package org.majorant.join;

import java.util.Arrays;

/**
 * Up to which time a topic has been read. No wait ends before the other topic has been read up to
 * its end, so that a backlog of a month is joined as it would have been joined live. Either the
 * reader has reached the end of the topic as it was after that time, or records of that time come:
 * the least of the last 32 times counts, so that one record of the future moves nothing.
 */
public final class ReadTime {
  private static final int RECORDS = 32;

  private final long[] last = new long[RECORDS];
  private int records;
  private long end = Long.MIN_VALUE;

  /** A record of that time was read. */
  public void read(final long time) {
    last[records++ % RECORDS] = time;
    if (records == 2 * RECORDS) {
      records = RECORDS; // the ring is full from now on
    }
  }

  /** All that was on the topic at that time of the clock has been read. */
  public void readAll(final long clock) {
    end = Math.max(end, clock);
  }

  public long time() {
    return records < RECORDS ? end : Math.max(end, Arrays.stream(last).min().orElseThrow());
  }
}
