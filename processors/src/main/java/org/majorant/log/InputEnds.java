package org.majorant.log;

/**
 * Where the partitions of a topic end, as of the last time that somebody asked. What a worker has
 * learned lies before these ends, so a range beyond them is forged. The log is asked only about a
 * range that goes beyond what is known, and then about all partitions at once: with one question,
 * all that was shipped before it can be judged.
 */
public final class InputEnds {
  private final GapLog log;
  private final String topic;
  private long[] ends = {};

  public InputEnds(final GapLog log, final String topic) {
    this.log = log;
    this.topic = topic;
  }

  /** Whether the partition is there and has all offsets before this one, or had them. */
  public boolean reach(final int partition, final long offset) {
    if (partition < 0) {
      return false;
    }
    if (partition >= ends.length) {
      ends = log.ends(topic, log.topic(topic).partitions());
    } else if (ends[partition] < offset) {
      ends = log.ends(topic, ends.length);
    }
    return partition < ends.length && offset <= ends[partition];
  }
}
