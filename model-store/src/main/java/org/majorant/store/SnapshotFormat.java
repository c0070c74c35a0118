package org.majorant.store;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.apache.avro.specific.SpecificRecord;
import org.majorant.schema.ModelHead;
import org.majorant.schema.SchemaRegistry;
import org.majorant.schema.SurrogateHead;
import org.majorant.store.SnapshotKey.SnapshotSlot;

/**
 * How snapshots of one kind lie on their topic, and the writing side: {@link #split} is a pure
 * function, so that a Kafka Streams processor forwards its records as well as a producer sends
 * them. All records of a model must go to one partition, see {@link #partition}.
 *
 * @param <H> the head record
 */
public abstract sealed class SnapshotFormat<H extends SpecificRecord>
    permits ModelFormat, SurrogateFormat {
  /** Versions of models, without a schema registry. */
  public static final SnapshotFormat<ModelHead> MODELS = models(SchemaRegistry.NONE);

  /** Bases of surrogates. */
  public static final SnapshotFormat<SurrogateHead> SURROGATES = new SurrogateFormat();

  /** The longest block, bytes: below the broker's default limit of 1 MiB a record. */
  static final int BLOCK_BYTES = 512 * 1024;

  /** One decoded block of the snapshot with that number. */
  record Block(long number, int index, ByteBuffer data) {}

  /** Versions of models; where there is a registry, both wire formats are read, its written. */
  public static SnapshotFormat<ModelHead> models(final SchemaRegistry registry) {
    return new ModelFormat(registry);
  }

  /**
   * Registers the schemas, where there is a registry, so that writing need not wait for it.
   *
   * @throws org.majorant.schema.RegistryException where that fails
   */
  public abstract void register();

  /** The topic that it lies on. */
  public abstract String topic();

  /** The model that a head belongs to. */
  public abstract String model(H head);

  /** The number of a head: version or base. */
  public abstract long number(H head);

  /** The number of the snapshot that a delta goes back to; 0: the head is a snapshot's. */
  abstract long snapshot(H head);

  abstract int blocks(H head);

  abstract long checksum(H head);

  /** The head as it is written, with count and checksum filled in. */
  abstract byte[] encodeHead(H head, int blocks, long checksum);

  abstract H decodeHead(byte[] value);

  abstract byte[] encodeBlock(String model, Block block);

  abstract Block decodeBlock(byte[] value);

  /**
   * The records of a snapshot, in the order and all in the one transaction in which they must be
   * written.
   *
   * @param head anything in its blocks and checksum; left as it is
   * @param data the snapshot's bytes
   * @param slots how many snapshots of a model stay readable, at least 1
   */
  public final List<SnapshotRecord> split(final H head, final byte[] data, final int slots) {
    return split(head, data, slots, BLOCK_BYTES);
  }

  final List<SnapshotRecord> split(
      final H head, final byte[] data, final int slots, final int blockBytes) {
    return splitInTurn(head, data, slots, number(head), blockBytes);
  }

  /**
   * The same where deltas follow snapshots: not each number takes the next slot, but each snapshot,
   * and its deltas go with it.
   *
   * @param turn the snapshot's place among the model's snapshots: 0, 1, …
   */
  public final List<SnapshotRecord> splitInTurn(
      final H head, final byte[] data, final int slots, final long turn) {
    return splitInTurn(head, data, slots, turn, BLOCK_BYTES);
  }

  final List<SnapshotRecord> splitInTurn(
      final H head, final byte[] data, final int slots, final long turn, final int blockBytes) {
    final SnapshotSlot slot =
        new SnapshotSlot(model(head), (int) Math.floorMod(turn, (long) slots));
    final String model = model(head);
    final int delta = delta(head);
    final List<SnapshotRecord> records = new ArrayList<>();
    for (int from = 0, n = 0; from < data.length; from += blockBytes, n++) {
      final int length = Math.min(blockBytes, data.length - from);
      final Block block = new Block(number(head), n, ByteBuffer.wrap(data, from, length));
      records.add(
          new SnapshotRecord(new SnapshotKey(slot, delta, n).bytes(), encodeBlock(model, block)));
    }
    final byte[] last = encodeHead(head, records.size(), checksum(data));
    records.add(new SnapshotRecord(new SnapshotKey(slot, delta, SnapshotKey.HEAD).bytes(), last));
    return records;
  }

  /** How many numbers after its snapshot a delta is; 0: the head is a snapshot's. */
  final int delta(final H head) {
    return snapshot(head) == 0 ? 0 : Math.toIntExact(number(head) - snapshot(head));
  }

  /** The partition of a record with that key: the same for all records of a model. */
  public static int partition(final byte[] key, final int partitions) {
    final String model =
        SnapshotKey.parse(key)
            .orElseThrow(() -> new IllegalArgumentException("not the key of a snapshot's record"))
            .place()
            .model();
    return Math.floorMod(model.hashCode(), partitions);
  }

  /** The model that a record with that key is of; empty where the key is none of ours. */
  public static Optional<String> modelOf(final byte[] key) {
    return SnapshotKey.parse(key).map(parsed -> parsed.place().model());
  }

  /** CRC-32C of a snapshot's bytes, as its head has it. */
  public static long checksum(final byte[] data) {
    final CRC32C crc = new CRC32C();
    crc.update(data);
    return crc.getValue();
  }
}
