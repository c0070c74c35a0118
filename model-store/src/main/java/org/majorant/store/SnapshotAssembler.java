package org.majorant.store;

import static org.majorant.schema.RejectedExample.quote;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.majorant.schema.RegistryException;
import org.majorant.store.SnapshotFormat.Block;
import org.majorant.store.SnapshotKey.SnapshotSlot;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts snapshots together from the records of one partition, in the order of their offsets.
 *
 * <p>Blocks were written in order before their head, and compaction only takes records away. So a
 * slot is open from its block 0 on, and only while the next block of the same number follows; what
 * begins in the middle was overwritten and is dropped at once. When a head comes, its blocks are
 * all there or never will be. Memory: one unfinished snapshot a slot that is being written; of one
 * that is longer than the reader takes, only the head.
 *
 * <p>A delta comes only directly after what it changes: the number before it, of the same snapshot.
 * Where that was overwritten, all deltas are dropped until the next snapshot comes.
 */
public final class SnapshotAssembler<H extends SpecificRecord> {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotAssembler.class);

  /** The longest record, bytes. Ours are shorter; decoding takes the memory of a record again. */
  private static final int MOST_BYTES = 20 << 20;

  private final SnapshotFormat<H> format;
  private final WantedModels models;
  private final Map<SnapshotSlot, Parts> open = new HashMap<>();
  private final Map<String, Last> last = new HashMap<>(); // by model

  private final ToldFaults told = new ToldFaults();

  /** Written by the reading thread alone, as the next. */
  private volatile long corrupt;

  private volatile String firstFault;

  /** The blocks 0, 1, … of a snapshot, so far. */
  private static final class Parts {
    private final long number;
    private final long first; // offset
    private final List<ByteBuffer> blocks = new ArrayList<>();
    private int count;
    private long bytes;
    private boolean tooLong; // it has no blocks then

    Parts(final long number, final long first) {
      this.number = number;
      this.first = first;
    }

    void add(final ByteBuffer block, final long most) {
      count++;
      bytes += block.remaining();
      tooLong = bytes > most;
      if (tooLong) {
        blocks.clear();
      } else {
        blocks.add(block);
      }
    }

    byte[] join() {
      final byte[] data = new byte[(int) bytes];
      final ByteBuffer target = ByteBuffer.wrap(data);
      blocks.forEach(block -> target.put(block.duplicate()));
      return data;
    }
  }

  /**
   * What came last of a model.
   *
   * @param slot that its snapshot is in
   * @param first offset of the snapshot's first block
   */
  private record Last(SnapshotSlot slot, long snapshot, long number, long first) {
    /** Whether a delta with that number changes it. */
    boolean isBefore(final SnapshotSlot other, final long itsSnapshot, final long itsNumber) {
      return slot.equals(other) && snapshot == itsSnapshot && number == itsNumber - 1;
    }
  }

  /**
   * @param models which to put together
   */
  public SnapshotAssembler(final SnapshotFormat<H> format, final WantedModels models) {
    this.format = format;
    this.models = models;
  }

  /**
   * Takes the next record; a snapshot, if this record is the head that completes it.
   *
   * @throws RegistryException where the record's schema cannot be had now; begin anew then
   */
  public Optional<Snapshot<H>> accept(final byte[] key, final byte[] value) {
    return accept(new ConsumerRecord<>(format.topic(), 0, 0, key, value));
  }

  /** The same of a record whose place on the topic counts. */
  Optional<Snapshot<H>> accept(final ConsumerRecord<byte[], byte[]> record) {
    final byte[] value = record.value();
    final SnapshotKey parsed = SnapshotKey.parse(record.key()).orElse(null);
    if (parsed == null || !models.test(parsed.place().model())) {
      return Optional.empty();
    }
    final SnapshotSlot slot = parsed.place();
    if (value == null) {
      open.remove(slot);
      last.remove(slot.model());
      return Optional.empty();
    }
    try {
      if (value.length > MOST_BYTES) {
        throw new StoreException(value.length + " bytes, more than " + MOST_BYTES);
      }
      if (parsed.block() == SnapshotKey.HEAD) {
        return head(slot, parsed.delta(), format.decodeHead(value), record);
      }
      block(slot, format.decodeBlock(value), record.offset());
    } catch (final RegistryException e) {
      throw e; // the record may be sound
    } catch (final RuntimeException e) {
      open.remove(slot);
      corrupt(slot, "a record that cannot be read: " + e.getMessage());
    }
    return Optional.empty();
  }

  /** The head in a head's record, whatever came before it; empty where it cannot be read. */
  Optional<H> head(final ConsumerRecord<byte[], byte[]> record) {
    try {
      return Optional.of(format.decodeHead(record.value()));
    } catch (final RegistryException e) {
      throw e; // the record may be sound
    } catch (final RuntimeException e) {
      SnapshotKey.parse(record.key())
          .ifPresent(
              key -> corrupt(key.place(), "a record that cannot be read: " + e.getMessage()));
      return Optional.empty();
    }
  }

  /** Records and snapshots that were dropped because their bytes are wrong. */
  public long corrupt() {
    return corrupt;
  }

  /** What was wrong with the first of them, in one line; empty where there is none. */
  Optional<String> firstFault() {
    return Optional.ofNullable(firstFault);
  }

  /** Blocks in memory. */
  int held() {
    return open.values().stream().mapToInt(parts -> parts.blocks.size()).sum();
  }

  private void block(final SnapshotSlot slot, final Block block, final long offset) {
    if (block.index() == 0) {
      open.put(slot, new Parts(block.number(), offset));
    }
    final Parts parts = open.get(slot);
    if (parts == null) {
      return;
    }
    if (parts.number == block.number() && parts.count == block.index()) {
      parts.add(block.data(), models.mostBytes(slot.model()));
    } else {
      open.remove(slot);
    }
  }

  private Optional<Snapshot<H>> head(
      final SnapshotSlot slot,
      final int delta,
      final H head,
      final ConsumerRecord<byte[], byte[]> record) {
    final long number = format.number(head);
    final Parts read = open.remove(slot);
    final Parts parts =
        read != null && read.number == number ? read : new Parts(number, record.offset());
    if (parts.count != format.blocks(head)) {
      return Optional.empty();
    }
    final byte[] data = parts.tooLong ? null : parts.join();
    if (data != null && SnapshotFormat.checksum(data) != format.checksum(head)
        || !slot.model().equals(format.model(head))
        || delta != format.delta(head)) {
      corrupt(slot, "number " + number + " does not match its checksum");
      return Optional.empty();
    }
    return follows(slot, head, parts.first)
        ? Optional.of(new Snapshot<>(head, data, place(slot, record)))
        : Optional.empty();
  }

  /** Of what came last, from its snapshot to the head that completes it. */
  private SnapshotPlace place(final SnapshotSlot slot, final ConsumerRecord<byte[], byte[]> head) {
    return new SnapshotPlace(head.partition(), last.get(slot.model()).first, head.offset());
  }

  /** Whether what a delta changes came just before it; a snapshot changes nothing. */
  private boolean follows(final SnapshotSlot slot, final H head, final long first) {
    final long number = format.number(head);
    final long snapshot = format.snapshot(head) == 0 ? number : format.snapshot(head);
    final Last before = last.get(slot.model());
    if (number == snapshot) {
      last.put(slot.model(), new Last(slot, snapshot, number, first));
    } else if (before != null && before.isBefore(slot, snapshot, number)) {
      last.put(slot.model(), new Last(slot, snapshot, number, before.first));
    } else {
      return false;
    }
    return true;
  }

  private void corrupt(final SnapshotSlot slot, final String what) {
    final String fault =
        "%s: %s slot %d: %s"
            .formatted(
                format.topic(),
                quote(slot.model()),
                slot.slot(),
                what.lines().findFirst().orElse(""));
    if (corrupt == 0) {
      firstFault = fault;
    }
    corrupt++;
    if (told.isNew(what)) {
      LOG.warn("{}; it is dropped, and more of its kind are counted", fault);
    }
  }

  /**
   * The kinds of faults that have been logged. A topic may have thousands of one kind, and a line
   * for each would hide everything else.
   */
  static final class ToldFaults {
    private static final int MOST = 100;

    private final Set<String> kinds = new HashSet<>();

    /** Whether a fault is the first of its kind; those of a kind differ in their numbers. */
    boolean isNew(final String fault) {
      return kinds.size() < MOST && kinds.add(fault.replaceAll("\\d+", "#"));
    }
  }
}
