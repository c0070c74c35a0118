package org.majorant.log;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;

/**
 * Where a partition begins of which nothing was ever taken, if that is not where its log does. It
 * stands as an offset of the group, with a mark that tells it from an offset which a client of that
 * name has committed. So it is there before the application has started, whichever instance reads
 * the partition first and however often it is killed before its first commit, which replaces it.
 *
 * <pre>
 *   mark, in base 64:   1   -1 (int64)   "majorant"
 * </pre>
 *
 * <p>Kafka Streams reads its own data in this place, of which the first nine bytes are those of a
 * partition that has no time yet.
 */
public final class FirstOffset {
  private static final byte[] WORD = "majorant".getBytes(StandardCharsets.US_ASCII);

  private static final String MARK =
      Base64.getEncoder()
          .encodeToString(
              ByteBuffer.allocate(1 + Long.BYTES + WORD.length)
                  .put((byte) 1)
                  .putLong(-1)
                  .put(WORD)
                  .array());

  private FirstOffset() {}

  /** What the group is to have as committed. */
  public static OffsetAndMetadata of(final long offset) {
    return new OffsetAndMetadata(offset, MARK);
  }

  /**
   * The offset, if what a group has committed is one.
   *
   * @param committed null: nothing
   */
  public static OptionalLong in(final OffsetAndMetadata committed) {
    return committed != null && MARK.equals(committed.metadata())
        ? OptionalLong.of(committed.offset())
        : OptionalLong.empty();
  }
}
