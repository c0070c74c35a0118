package org.majorant.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The key of a snapshot's block, {@code model/slot/n}, or of its head, {@code model/slot/head}. The
 * deltas after it have the same with their place after it, {@code model/slot/+1/n}: a newer
 * snapshot in the slot does not take them away, but leaves them without what they change. Readers
 * that do not know of deltas do not know these keys, and see the snapshots alone.
 *
 * @param delta how many numbers after the snapshot it is; 0: of the snapshot itself
 * @param block number of the block, or {@link #HEAD}
 */
record SnapshotKey(SnapshotSlot place, int delta, int block) {
  static final int HEAD = -1;

  /** A model's name may have slashes itself: the last ones count. */
  private static final Pattern FORM =
      Pattern.compile("(.*)/(\\d{1,9})(?:/\\+(\\d{1,9}))?/(\\d{1,9}|head)");

  /** What a newer snapshot overwrites. */
  record SnapshotSlot(String model, int slot) {}

  /** The key in those bytes; empty: not one of ours. */
  static Optional<SnapshotKey> parse(final byte[] bytes) {
    final Matcher parts = FORM.matcher(bytes == null ? "" : new String(bytes, UTF_8));
    if (!parts.matches()) {
      return Optional.empty();
    }
    final String delta = parts.group(3);
    final String block = parts.group(4);
    return Optional.of(
        new SnapshotKey(
            new SnapshotSlot(parts.group(1), Integer.parseInt(parts.group(2))),
            delta == null ? 0 : Integer.parseInt(delta),
            block.equals("head") ? HEAD : Integer.parseInt(block)));
  }

  byte[] bytes() {
    final String last = block == HEAD ? "head" : Integer.toString(block);
    final String after = delta == 0 ? "" : "/+" + delta;
    return (place.model + "/" + place.slot + after + "/" + last).getBytes(UTF_8);
  }
}
