package org.majorant.majorize;

import java.util.ArrayList;
import java.util.List;
import org.majorant.schema.Merging;
import org.majorant.schema.OffsetRange;

/**
 * The part of a base's making that its summaries themselves do not show: which of them were
 * refused, and which were merged one by one.
 *
 * <p>Refused offsets are kept as ranges. A merged summary separates each range from the next, so
 * that a forger cannot make them many.
 */
final class OpenRound {
  private final List<OffsetRange> refused = new ArrayList<>();
  private boolean refusing; // nothing was merged since the last one
  private long again = -1;

  /** The round begins anew, and its summaries before that offset are merged one by one. */
  void again(final long to) {
    refused.clear();
    refusing = false;
    again = to;
  }

  void merge() {
    refusing = false;
  }

  void refuse(final long offset) {
    if (refusing) {
      refused.get(refused.size() - 1).setTo(offset + 1);
    } else {
      refused.add(new OffsetRange(offset, offset + 1));
    }
    refusing = true;
  }

  /** The round as it is recorded, without what is known of the base's state. */
  Merging close(final int partition, final long from, final long to) {
    return new Merging(partition, from, to, refused, again, 0L, null);
  }
}
