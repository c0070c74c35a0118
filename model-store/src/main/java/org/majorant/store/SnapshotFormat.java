package org.majorant.store;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.zip.CRC32C;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.ModelBlock;
import org.majorant.schema.ModelHead;
import org.majorant.schema.SchemaRegistry;
import org.majorant.schema.SurrogateBlock;
import org.majorant.schema.SurrogateHead;
import org.majorant.store.SnapshotKey.SnapshotSlot;

/**
 * How snapshots of one kind lie on their topic, and the writing side: {@link #split} is a pure
 * function, so that a Kafka Streams processor forwards its records as well as a producer sends
 * them. All records of a model must go to one partition, see {@link #partition}.
 *
 * <p>The heads of {@code model.avdl} and {@code surrogate.avdl} have the same fields for what all
 * snapshots have, but for the name of the number.
 *
 * @param <H> the head record
 */
public final class SnapshotFormat<H extends SpecificRecord> {
  /** Versions of models, without a schema registry. */
  public static final SnapshotFormat<ModelHead> MODELS = models(SchemaRegistry.NONE);

  /** Bases of surrogates; they are between us, so that no registry has their schemas. */
  public static final SnapshotFormat<SurrogateHead> SURROGATES =
      new SnapshotFormat<>(
          Topics.SURROGATES,
          "base",
          AvroSerde.of(SurrogateHead.class),
          new Blocks<>(AvroSerde.of(SurrogateBlock.class), SurrogateBlock::new));

  /** The longest block, bytes: below the broker's default limit of 1 MiB a record. */
  static final int BLOCK_BYTES = 512 * 1024;

  private final String topic;
  private final String number;
  private final AvroSerde<H> heads;
  private final Blocks<?> blocks;

  /** One decoded block of the snapshot with that number. */
  record Block(long number, int index, ByteBuffer data) {}

  /** Block records: model, number of the snapshot, of the block, and data, in this order. */
  private record Blocks<B extends SpecificRecord>(AvroSerde<B> serde, Supplier<B> blank) {
    byte[] encode(final String model, final Block block) {
      final B record = blank.get();
      record.put(0, model);
      record.put(1, block.number);
      record.put(2, block.index);
      record.put(3, block.data);
      return serde.encode(record);
    }

    Block decode(final byte[] value) {
      final B record = serde.decode(value);
      return new Block((Long) record.get(1), (Integer) record.get(2), (ByteBuffer) record.get(3));
    }
  }

  private SnapshotFormat(
      final String topic, final String number, final AvroSerde<H> heads, final Blocks<?> blocks) {
    this.topic = topic;
    this.number = number;
    this.heads = heads;
    this.blocks = blocks;
  }

  /** Versions of models; where there is a registry, both wire formats are read, its written. */
  public static SnapshotFormat<ModelHead> models(final SchemaRegistry registry) {
    return new SnapshotFormat<>(
        Topics.MODELS,
        "version",
        AvroSerde.of(ModelHead.class, registry, Topics.MODELS),
        new Blocks<>(AvroSerde.of(ModelBlock.class, registry, Topics.MODELS), ModelBlock::new));
  }

  /**
   * Registers the schemas, where there is a registry, so that writing need not wait for it.
   *
   * @throws org.majorant.schema.RegistryException where that fails
   */
  public void register() {
    heads.register();
    blocks.serde.register();
  }

  /** The topic that it lies on. */
  public String topic() {
    return topic;
  }

  /** The model that a head belongs to. */
  public String model(final H head) {
    return (String) head.get(field(head, "model"));
  }

  /** The number of a head: version or base. */
  public long number(final H head) {
    return (Long) head.get(field(head, number));
  }

  /** The number of the snapshot that a delta goes back to; 0: the head is a snapshot's. */
  long snapshot(final H head) {
    return (Long) head.get(field(head, "snapshot"));
  }

  int blocks(final H head) {
    return (Integer) head.get(field(head, "blocks"));
  }

  long checksum(final H head) {
    return (Long) head.get(field(head, "checksum"));
  }

  private int field(final H head, final String name) {
    return head.getSchema().getField(name).pos();
  }

  /** The head as it is written, with count and checksum filled in. */
  byte[] encodeHead(final H head, final int count, final long checksum) {
    final H written = SpecificData.getForSchema(head.getSchema()).deepCopy(head.getSchema(), head);
    written.put(field(head, "blocks"), count);
    written.put(field(head, "checksum"), checksum);
    return heads.encode(written);
  }

  H decodeHead(final byte[] value) {
    return heads.decode(value);
  }

  byte[] encodeBlock(final String model, final Block block) {
    return blocks.encode(model, block);
  }

  Block decodeBlock(final byte[] value) {
    return blocks.decode(value);
  }

  /**
   * The records of a snapshot, in the order and all in the one transaction in which they must be
   * written.
   *
   * @param head anything in its blocks and checksum; left as it is
   * @param data the snapshot's bytes
   * @param slots how many snapshots of a model stay readable, at least 1
   */
  public List<SnapshotRecord> split(final H head, final byte[] data, final int slots) {
    return split(head, data, slots, BLOCK_BYTES);
  }

  List<SnapshotRecord> split(
      final H head, final byte[] data, final int slots, final int blockBytes) {
    return splitAt(head, data, slots, number(head), blockBytes);
  }

  /**
   * The same where deltas follow snapshots: not each number takes the next slot, but each snapshot,
   * and its deltas go with it.
   *
   * @param place of the snapshot among the model's snapshots: 0, 1, …
   */
  public List<SnapshotRecord> splitAt(
      final H head, final byte[] data, final int slots, final long place) {
    return splitAt(head, data, slots, place, BLOCK_BYTES);
  }

  List<SnapshotRecord> splitAt(
      final H head, final byte[] data, final int slots, final long place, final int blockBytes) {
    final String model = model(head);
    final SnapshotSlot slot = new SnapshotSlot(model, (int) Math.floorMod(place, (long) slots));
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
  int delta(final H head) {
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
