package org.majorant.join;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What waits, against a map; and the room that it takes. */
class EntriesTest {
  private final Entries entries = new Entries(Path.of("target", "join"));

  @AfterEach
  void close() {
    entries.close();
  }

  /** Whether all is in memory, or some is on disk, now and then all but the newest. */
  @Test
  void entries_afterRandomChanges_areThoseOfAMap() {
    for (int seed = 0; seed < 20; seed++) {
      final Random random = new Random(seed);
      final int spills = List.of(0, 10, 100, 3000).get(seed % 4);
      final Map<ByteBuffer, byte[]> map = new HashMap<>();
      final int keys = 1 + random.nextInt(300);
      final int longest = random.nextInt(4) == 0 ? 400_000 : 3000;
      for (int i = 0; i < 20_000; i++) {
        final byte[] joinKey = ("key-" + random.nextInt(keys)).getBytes(UTF_8);
        final Origin origin =
            new Origin(random.nextInt(2), random.nextInt(2), random.nextInt(1000));
        final byte[] text = new byte[random.nextInt(random.nextInt(50) == 0 ? longest : 300)];
        final Entry entry =
            Entry.event(joinKey, origin, origin.time() + random.nextInt(100_000), text);
        final Entry now =
            random.nextBoolean() ? entry : entry.with(Entry.State.ENDED, entry.due() + 1);
        final byte[] value = random.nextInt(3) == 0 ? null : now.value();
        entries.put(entry.key(), value);
        if (value == null) {
          map.remove(ByteBuffer.wrap(entry.key()));
        } else {
          map.put(ByteBuffer.wrap(entry.key()), value);
        }
        if (spills > 0 && random.nextInt(spills) == 0) {
          entries.spill();
        }
        if (i % 1000 == 0) {
          requireSame(seed, map);
        }
      }
      requireSame(seed, map);
      drain(seed);
    }
  }

  private void requireSame(final int seed, final Map<ByteBuffer, byte[]> map) {
    assertThat(entries.size()).as("seed %d", seed).isEqualTo(map.size());
    map.forEach(
        (key, value) -> assertThat(entries.get(key.array())).as("seed %d", seed).isEqualTo(value));
    assertThat(entries.waitingEvents())
        .as("seed %d", seed)
        .isEqualTo(
            map.entrySet().stream()
                .filter(e -> Entry.of(e.getKey().array(), e.getValue()).isWaitingEvent())
                .count());
    map.keySet().stream()
        .collect(Collectors.groupingBy(k -> ByteBuffer.wrap(prefix(k.array()))))
        .forEach(
            (joinKey, keys) ->
                assertThat(entries.of(joinKey.array()).stream().map(e -> ByteBuffer.wrap(e.key())))
                    .as("seed %d", seed)
                    .containsExactlyInAnyOrderElementsOf(keys));
  }

  private static byte[] prefix(final byte[] key) {
    return Arrays.copyOf(key, key.length - Entries.SUFFIX);
  }

  /** In the order of time, until the room is free again. */
  private void drain(final int seed) {
    long last = Long.MIN_VALUE;
    while (entries.size() > 0) {
      final Entry first = entries.first();
      assertThat(first.due()).as("seed %d", seed).isGreaterThanOrEqualTo(last);
      last = first.due();
      entries.put(first.key(), null);
    }
    assertThat(entries.bytes()).as("seed %d", seed).isLessThan(1_200_000);
    assertThat(entries.spilledBytes()).as("seed %d", seed).isZero();
  }

  /** At every size, so that no growing array is met at its best only. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void overhead_ofAnEvent_thatWaitsOrMayBeRevised_isAtMost64Bytes(final boolean ended) {
    final int own = 10 + 200; // join key and value
    double worst = 0;
    for (int i = 0; i < 1_000_000; i++) {
      final byte[] key = "%010d".formatted(i).getBytes(UTF_8);
      final Entry waits =
          Entry.event(
              key,
              new Origin(i % 4, i, 1_700_000_000_000L + i),
              1_700_007_200_000L + i,
              new byte[200]);
      final Entry event =
          ended ? waits.given(Entry.State.OPEN, "no", waits.due() + 604_800_000L) : waits;
      entries.put(event.key(), event.value());
      if (i >= 100_000 && i % 10_000 == 0) {
        worst = Math.max(worst, (double) entries.bytes() / (i + 1) - own);
      }
    }
    assertThat(worst).isLessThanOrEqualTo(64);
    assertThat(entries.bytes()).isLessThan(300L << 20);
  }

  /** The array of what was spilled is used again, and what was read of it is read anew. */
  @Test
  void entry_thatWasLookedAtBeforeItWasSpilled_isTheSame() {
    for (int i = 0; i < 1500; i++) {
      putNumbered(i);
    }
    assertThat(get(3).text()).containsOnly((byte) 3);
    assertThat(entries.spill()).isTrue();
    for (int i = 1500; i < 5000; i++) {
      putNumbered(i);
    }
    assertThat(get(3).text()).containsOnly((byte) 3);
  }

  @Test
  void disk_thatTakesNothing_isNamed() throws IOException {
    final Path none = Files.writeString(Path.of("target", "no-directory"), "");
    final Entries full = new Entries(none);
    for (int i = 0; i < 1500; i++) {
      full.put(numbered(i).key(), numbered(i).value());
    }
    assertThatThrownBy(full::spill)
        .isInstanceOf(JoinFull.class)
        .hasMessageContaining(none + " does not take them")
        .hasMessageContaining("name another --state-dir");
  }

  private void putNumbered(final int number) {
    final Entry entry = numbered(number);
    entries.put(entry.key(), entry.value());
  }

  private Entry get(final int number) {
    final byte[] key = numbered(number).key();
    return Entry.of(key, entries.get(key));
  }

  private static Entry numbered(final int number) {
    final byte[] text = new byte[200];
    Arrays.fill(text, (byte) number);
    return Entry.event(("k" + number).getBytes(UTF_8), new Origin(0, number, 0), number, text);
  }

  /** What cannot be spilled, at every size. */
  @Test
  void index_ofEventsOnDisk_isAtMost40BytesEach() {
    for (int i = 0; i < 300_000; i++) {
      final byte[] key = "%010d".formatted(i).getBytes(UTF_8);
      final Entry event = Entry.event(key, new Origin(i % 4, i, i), 7_200_000L + i, new byte[200]);
      entries.put(event.key(), event.value());
      while (entries.spill()) {}
      if (i >= 50_000 && i % 1000 == 0) {
        assertThat(entries.indexBytes()).as("%d events", i + 1).isLessThanOrEqualTo(40L * (i + 1));
        assertThat(entries.bytes()).isLessThan(entries.indexBytes() + 600_000);
      }
    }
    assertThat(entries.spilledBytes()).isGreaterThan(60_000_000);
    for (int i = 0; i < 300_000; i++) {
      assertThat(entries.first().origin().offset()).isEqualTo(i);
      entries.put(entries.first().key(), null);
    }
    assertThat(entries.spilledBytes()).isZero();
  }
}
