package org.majorant.join;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What waits, against a map; and the room that it takes. */
class EntriesTest {
  @Test
  void entries_afterRandomChanges_areThoseOfAMap() {
    for (int seed = 0; seed < 20; seed++) {
      final Random random = new Random(seed);
      final Entries entries = new Entries();
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
        final byte[] value = random.nextInt(3) == 0 ? null : entry.value();
        entries.put(entry.key(), value);
        if (value == null) {
          map.remove(ByteBuffer.wrap(entry.key()));
        } else {
          map.put(ByteBuffer.wrap(entry.key()), value);
        }
        if (i % 1000 == 0) {
          requireSame(seed, entries, map);
        }
      }
      requireSame(seed, entries, map);
      drain(seed, entries);
    }
  }

  private static void requireSame(
      final int seed, final Entries entries, final Map<ByteBuffer, byte[]> map) {
    assertThat(entries.size()).as("seed %d", seed).isEqualTo(map.size());
    map.forEach(
        (key, value) -> assertThat(entries.get(key.array())).as("seed %d", seed).isEqualTo(value));
    final Map<ByteBuffer, byte[]> all = new HashMap<>();
    entries.each((key, value) -> all.put(ByteBuffer.wrap(key), value));
    assertThat(all.keySet()).as("seed %d", seed).isEqualTo(map.keySet());
    map.keySet().stream()
        .collect(Collectors.groupingBy(k -> ByteBuffer.wrap(prefix(k.array()))))
        .forEach(
            (joinKey, keys) ->
                assertThat(entries.of(joinKey.array()).stream().map(e -> ByteBuffer.wrap(e.key())))
                    .as("seed %d", seed)
                    .containsExactlyInAnyOrderElementsOf(keys));
  }

  private static byte[] prefix(final byte[] key) {
    return java.util.Arrays.copyOf(key, key.length - Entries.SUFFIX);
  }

  /** In the order of time, until the room is free again. */
  private static void drain(final int seed, final Entries entries) {
    long last = Long.MIN_VALUE;
    while (entries.size() > 0) {
      final Entry first = entries.first();
      assertThat(first.due()).as("seed %d", seed).isGreaterThanOrEqualTo(last);
      last = first.due();
      entries.put(first.key(), null);
    }
    assertThat(entries.bytes()).as("seed %d", seed).isLessThan(1_200_000);
  }

  /** At every size, so that no growing array is met at its best only. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void overhead_ofAnEvent_thatWaitsOrMayBeRevised_isAtMost64Bytes(final boolean ended) {
    final Entries entries = new Entries();
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
}
