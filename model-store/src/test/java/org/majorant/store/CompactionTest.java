package org.majorant.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.schema.ModelHead;

/**
 * A reader races with writers and with the log cleaner. Whatever it gets was written so, each
 * snapshot at most once and in order, and the newest is always among it.
 */
class CompactionTest {
  private static final int BLOCK_BYTES = 8;
  private static final List<String> MODELS = List.of("a", "a/1", "b");

  @Test
  void reader_in_a_race_with_compaction_gets_what_was_written_and_the_newest() {
    for (long seed = 0; seed < 3000; seed++) {
      new Race(seed).run();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void compacted_log_holds_the_last_snapshots(final int slots) {
    final Map<String, SnapshotRecord> log = new LinkedHashMap<>();
    for (long base = 1; base <= 12; base++) {
      final byte[] data = Given.bytes((int) (base * 7 % 30), base);
      for (final SnapshotRecord record :
          SnapshotFormat.SURROGATES.split(Given.base("a", base), data, slots, BLOCK_BYTES)) {
        final String key = new String(record.key(), UTF_8);
        log.remove(key);
        log.put(key, record);
      }
    }

    final var assembler = new SnapshotAssembler<>(SnapshotFormat.SURROGATES, model -> true);
    assertThat(SnapshotAssemblerTest.feed(assembler, List.copyOf(log.values())))
        .extracting(snapshot -> snapshot.head().getBase())
        .containsExactlyElementsOf(LongStream.rangeClosed(13 - slots, 12).boxed().toList());
  }

  /**
   * @param snapshot of a delta; else 0
   * @param turn of the snapshot that it is or goes back to
   * @param from offset of that snapshot's first record
   */
  private record Written(long number, byte[] data, long snapshot, long turn, long from) {}

  private static final class Race {
    private final long seed;
    private final SplittableRandom random;
    private final int slots;

    /** The numbers may begin anew, as when an application is reset and its topics are not. */
    private final boolean resets;

    private final TreeMap<Long, SnapshotRecord> log = new TreeMap<>();
    private final Map<String, List<Written>> written = new HashMap<>();
    private final Map<String, Deque<SnapshotRecord>> unwritten = new HashMap<>();
    private final Map<String, List<Written>> delivered = new HashMap<>();
    private final SnapshotAssembler<ModelHead> assembler =
        new SnapshotAssembler<>(SnapshotFormat.MODELS, model -> true);
    private long end;
    private long start = -1;
    private long position;
    private boolean compacted;

    Race(final long seed) {
      this.seed = seed;
      random = new SplittableRandom(seed);
      slots = random.nextInt(1, 5);
      resets = random.nextInt(4) == 0;
      for (final String model : MODELS) {
        written.put(model, new ArrayList<>());
        unwritten.put(model, new ArrayDeque<>());
        delivered.put(model, new ArrayList<>());
      }
    }

    void run() {
      final int cleanings = random.nextInt(20);
      for (int step = random.nextInt(300); step > 0; step--) {
        if (start < 0 && random.nextInt(100) == 0) {
          start = random.nextBoolean() ? 0 : random.nextLong(end + 1);
          position = start;
        } else if (random.nextInt(100) < cleanings) {
          compact(random.nextLong(end + 1));
        } else if (start >= 0 && random.nextBoolean()) {
          read();
        } else {
          write(MODELS.get(random.nextInt(MODELS.size())));
        }
      }
      MODELS.forEach(this::finish);
      start = Math.max(start, 0);
      while (position < end) {
        read();
      }
      MODELS.forEach(this::check);
      // Blocks of a number and of its namesake can be read as one: the checksum tells.
      if (!resets) {
        assertThat(assembler.corrupt()).as("corrupt, seed %d", seed).isZero();
      }
    }

    private void write(final String model) {
      final Deque<SnapshotRecord> open = unwritten.get(model);
      if (open.isEmpty()) {
        final List<Written> before = written.get(model);
        final Written next =
            next(before.isEmpty() ? null : before.get(before.size() - 1), random.nextInt(3) > 0);
        final ModelHead head = Given.head(model, next.number);
        head.setSnapshot(next.snapshot);
        open.addAll(SnapshotFormat.MODELS.splitAt(head, next.data, slots, next.turn, BLOCK_BYTES));
        before.add(next);
      }
      log.put(end++, open.remove());
    }

    private Written next(final Written last, final boolean delta) {
      final byte[] data = new byte[random.nextInt(resets ? 1 : 0, 5 * BLOCK_BYTES)];
      random.nextBytes(data);
      if (last != null && delta) {
        final long snapshot = last.snapshot == 0 ? last.number : last.snapshot;
        return new Written(last.number + 1, data, snapshot, last.turn, last.from);
      }
      final boolean again = last == null || resets && random.nextInt(4) == 0;
      final long number = again ? 1 : last.number + random.nextLong(1, 3);
      return new Written(number, data, 0, last == null ? 0 : last.turn + 1, end);
    }

    private void finish(final String model) {
      while (!unwritten.get(model).isEmpty()) {
        write(model);
      }
    }

    /** What the cleaner does to the log before that offset: it keeps the last of each key. */
    private void compact(final long to) {
      compacted = true;
      final Set<String> newer = new HashSet<>();
      log.headMap(to, false)
          .descendingMap()
          .values()
          .removeIf(record -> !newer.add(new String(record.key(), UTF_8)));
    }

    private void read() {
      final Map.Entry<Long, SnapshotRecord> next = log.ceilingEntry(position);
      if (next == null) {
        position = end;
        return;
      }
      position = next.getKey() + 1;
      assembler
          .accept(next.getValue().key(), next.getValue().value())
          .ifPresent(snapshot -> delivered.get(snapshot.head().getModel()).add(read(snapshot)));
    }

    private static Written read(final Snapshot<ModelHead> snapshot) {
      final ModelHead head = snapshot.head();
      return new Written(head.getVersion(), snapshot.data(), head.getSnapshot(), -1, -1);
    }

    private void check(final String model) {
      final List<Written> all = written.get(model);
      int at = 0;
      Written last = null;
      for (final Written got : delivered.get(model)) {
        if (got.snapshot > 0) {
          assertThat(last).as("a delta comes after what it changes; seed %d", seed).isNotNull();
          assertThat(last.number).as("seed %d", seed).isEqualTo(got.number - 1);
        }
        last = got;
        while (at < all.size() && !same(all.get(at), got)) {
          at++;
        }
        assertThat(at++)
            .as("%s %d was written, and comes in order; seed %d", model, got.number, seed)
            .isLessThan(all.size());
      }
      if (!all.isEmpty() && start <= all.get(all.size() - 1).from) {
        assertThat(at).as("the newest of %s comes; seed %d", model, seed).isEqualTo(all.size());
      }
      if (!compacted && start == 0) {
        assertThat(delivered.get(model)).as("all come; seed %d", seed).hasSameSizeAs(all);
      }
    }

    private static boolean same(final Written one, final Written other) {
      return one.number == other.number
          && one.snapshot == other.snapshot
          && Arrays.equals(one.data, other.data);
    }
  }
}
