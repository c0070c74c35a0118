package org.majorant.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The key of a block, {@code model/slot/n}, or of a head, {@code model/slot/head}.
 *
 * @param block number of the block, or {@link #HEAD}
 */
record SnapshotKey(SnapshotSlot place, int block) {
  static final int HEAD = -1;

  /** A model's name may have slashes itself: the last two count. */
  private static final Pattern FORM = Pattern.compile("(.*)/(\\d{1,9})/(\\d{1,9}|head)");

  /** What a newer snapshot overwrites. */
  record SnapshotSlot(String model, int slot) {}

  /** The key in those bytes; empty: not one of ours. */
  static Optional<SnapshotKey> parse(final byte[] bytes) {
    final Matcher parts = FORM.matcher(bytes == null ? "" : new String(bytes, UTF_8));
    if (!parts.matches()) {
      return Optional.empty();
    }
    final String block = parts.group(3);
    return Optional.of(
        new SnapshotKey(
            new SnapshotSlot(parts.group(1), Integer.parseInt(parts.group(2))),
            block.equals("head") ? HEAD : Integer.parseInt(block)));
  }

  byte[] bytes() {
    final String last = block == HEAD ? "head" : Integer.toString(block);
    return (place.model + "/" + place.slot + "/" + last).getBytes(UTF_8);
  }
}
