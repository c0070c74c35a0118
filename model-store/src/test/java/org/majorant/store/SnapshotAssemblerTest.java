package org.majorant.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.majorant.store.SnapshotFormat.BLOCK_BYTES;
import static org.majorant.store.SnapshotFormat.MODELS;
import static org.majorant.store.SnapshotFormat.SURROGATES;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.schema.ModelHead;
import org.majorant.store.SnapshotFormat.Block;

class SnapshotAssemblerTest {
  private final SnapshotAssembler<ModelHead> assembler =
      new SnapshotAssembler<>(MODELS, model -> true);

  @ParameterizedTest
  @ValueSource(
      ints = {0, 1, BLOCK_BYTES - 1, BLOCK_BYTES, BLOCK_BYTES + 1, 2 * BLOCK_BYTES, 1_500_000})
  void snapshot_of_any_length_comes_back_whole(final int length) {
    comesBack(MODELS, Given.head("adult", 7), length);
    comesBack(SURROGATES, Given.base("adult", 7), length);
  }

  private static <H extends SpecificRecord> void comesBack(
      final SnapshotFormat<H> format, final H head, final int length) {
    final byte[] data = Given.bytes(length, length);
    final List<SnapshotRecord> records = format.split(head, data, Given.KEEP);
    assertThat(records).hasSize((length + BLOCK_BYTES - 1) / BLOCK_BYTES + 1);

    final List<Snapshot<H>> delivered =
        feed(new SnapshotAssembler<>(format, model -> true), records);

    assertThat(delivered).hasSize(1);
    assertThat(delivered.get(0).data()).isEqualTo(data);
    assertThat(format.model(delivered.get(0).head())).isEqualTo("adult");
    assertThat(format.number(delivered.get(0).head())).isEqualTo(7);
    assertThat(format.blocks(delivered.get(0).head())).isEqualTo(records.size() - 1);
  }

  /** A reader of many models has a bound of its memory, whatever others publish. */
  @Test
  void of_a_snapshot_that_is_too_long_only_the_head_comes_and_nothing_is_held() {
    final SnapshotAssembler<ModelHead> bounded =
        new SnapshotAssembler<>(
            MODELS,
            new WantedModels() {
              @Override
              public boolean test(final String model) {
                return true;
              }

              @Override
              public long mostBytes(final String model) {
                return model.equals("small") ? 2 * BLOCK_BYTES : BLOCK_BYTES;
              }
            });
    final byte[] data = Given.bytes(2 * BLOCK_BYTES, 1);
    final var large = MODELS.split(Given.head("large", 7), data, Given.KEEP);
    feed(bounded, large.subList(0, 2));
    assertThat(bounded.held()).isZero();
    final List<Snapshot<ModelHead>> heads = feed(bounded, large.subList(2, 3));
    assertThat(heads).hasSize(1);
    assertThat(heads.get(0).data()).isNull();
    assertThat(heads.get(0).head().getVersion()).isEqualTo(7);
    final var small = feed(bounded, MODELS.split(Given.head("small", 7), data, Given.KEEP));
    assertThat(small.get(0).data()).isEqualTo(data);
    final var torn = MODELS.split(Given.head("large", 8), data, Given.KEEP);
    assertThat(feed(bounded, List.of(torn.get(0), torn.get(2)))).as("it has a hole").isEmpty();
    assertThat(bounded.corrupt()).isZero();
  }

  /** Who asks for heads holds no parameters, however many there are. */
  @Test
  void of_a_model_whose_heads_are_wanted_nothing_else_comes() {
    final SnapshotAssembler<ModelHead> heads =
        new SnapshotAssembler<>(MODELS, WantedModels.headsOf("wide"));
    for (final int length : new int[] {0, 1, 2 * BLOCK_BYTES}) {
      final var wide = MODELS.split(Given.head("wide", 7), Given.bytes(length, 1), Given.KEEP);
      assertThat(feed(heads, wide.subList(0, wide.size() - 1))).isEmpty();
      assertThat(heads.held()).isZero();
      assertThat(feed(heads, wide.subList(wide.size() - 1, wide.size())))
          .extracting(version -> version.head().getVersion())
          .containsExactly(7L);
    }
    assertThat(feed(heads, MODELS.split(Given.head("other", 8), new byte[1], Given.KEEP)))
        .isEmpty();
    assertThat(heads.corrupt()).isZero();
  }

  @Test
  void keys_are_readable_and_go_round_the_slots() {
    final List<SnapshotRecord> records =
        MODELS.split(Given.head("ads/eu", 8), new byte[BLOCK_BYTES + 1], 3);

    assertThat(records)
        .extracting(record -> new String(record.key(), UTF_8))
        .containsExactly("ads/eu/2/0", "ads/eu/2/1", "ads/eu/2/head");
  }

  @Test
  void records_of_a_model_share_a_partition() {
    final List<SnapshotRecord> records = MODELS.split(Given.head("adult", 8), new byte[40], 3, 1);

    assertThat(records)
        .extracting(record -> SnapshotFormat.partition(record.key(), 7))
        .containsOnly(SnapshotFormat.partition("adult/0/head".getBytes(UTF_8), 7));
  }

  @Test
  void models_interleaved_both_come_back() {
    final List<SnapshotRecord> first = MODELS.split(Given.head("a", 1), Given.bytes(20, 1), 3, 8);
    final List<SnapshotRecord> second = MODELS.split(Given.head("b", 1), Given.bytes(20, 2), 3, 8);
    final List<SnapshotRecord> log = new ArrayList<>();
    for (int i = 0; i < first.size(); i++) {
      log.add(first.get(i));
      log.add(second.get(i));
    }

    assertThat(feed(assembler, log))
        .extracting(snapshot -> snapshot.head().getModel())
        .containsExactly("a", "b");
  }

  @Test
  void other_models_are_passed_over() {
    final var only = new SnapshotAssembler<>(MODELS, "a"::equals);

    assertThat(feed(only, Given.version("b", 1))).isEmpty();
    assertThat(feed(only, Given.version("a/b", 1))).isEmpty();
    assertThat(feed(only, Given.version("a", 1))).hasSize(1);
  }

  @Test
  void head_without_all_of_its_blocks_delivers_nothing() {
    final List<SnapshotRecord> records = MODELS.split(Given.head("a", 1), Given.bytes(40, 1), 3, 8);

    for (int missing = 0; missing < records.size(); missing++) {
      final List<SnapshotRecord> rest = new ArrayList<>(records);
      rest.remove(missing);
      assertThat(feed(assembler, rest)).as("without record %d", missing).isEmpty();
    }
    assertThat(assembler.corrupt()).as("torn is not corrupt").isZero();
  }

  @Test
  void blocks_that_can_no_longer_complete_are_not_held() {
    final List<SnapshotRecord> old = MODELS.split(Given.head("a", 1), Given.bytes(40, 1), 3, 8);
    final List<SnapshotRecord> newer = MODELS.split(Given.head("a", 4), Given.bytes(40, 2), 3, 8);

    feed(assembler, old.subList(1, 5));
    assertThat(assembler.held()).as("begins in the middle").isZero();
    feed(assembler, List.of(old.get(0), old.get(1)));
    assertThat(assembler.held()).as("may complete").isEqualTo(2);
    feed(assembler, List.of(old.get(3)));
    assertThat(assembler.held()).as("has a hole").isZero();
    feed(assembler, List.of(old.get(0), newer.get(1)));
    assertThat(assembler.held()).as("goes on with another number").isZero();
    feed(assembler, old);
    assertThat(assembler.held()).as("delivered").isZero();
  }

  @Test
  void tombstone_in_the_middle_closes_the_slot() {
    final List<SnapshotRecord> records = new ArrayList<>(Given.version("a", 1));
    records.add(1, new SnapshotRecord(records.get(1).key(), null));

    assertThat(feed(assembler, records)).isEmpty();
  }

  @Test
  void foreign_keys_are_passed_over() {
    for (final String key :
        new String[] {"", "a", "a/1", "a/x/head", "a/1/tail", "a/9999999999/0"}) {
      assertThat(assembler.accept(key.getBytes(UTF_8), new byte[1])).isEmpty();
    }
    assertThat(assembler.accept(null, new byte[1])).isEmpty();
    assertThat(assembler.corrupt()).isZero();
  }

  @Test
  void data_with_a_flipped_bit_is_counted_and_never_delivered() {
    final byte[] data = Given.bytes(20, 3);
    final List<SnapshotRecord> head = MODELS.split(Given.head("a", 1), data, 3, 8);
    for (int bit = 0; bit < 8 * data.length; bit++) {
      final byte[] flipped = data.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      final List<SnapshotRecord> records =
          new ArrayList<>(MODELS.split(Given.head("a", 1), flipped, 3, 8));
      records.set(3, head.get(3));

      assertThat(feed(assembler, records)).as("bit %d", bit).isEmpty();
      assertThat(assembler.corrupt()).as("bit %d", bit).isEqualTo(bit + 1);
    }
    assertThat(feed(assembler, head)).as("the same slot, written well").hasSize(1);
  }

  /** The checksum guards the data; a head's own fields are in Kafka's care. */
  @Test
  void block_or_key_with_a_flipped_bit_never_changes_the_data() {
    final byte[] data = Given.bytes(20, 4);
    final List<SnapshotRecord> good = MODELS.split(Given.head("a", 1), data, 3, 8);
    for (int record = 0; record < good.size(); record++) {
      final SnapshotRecord old = good.get(record);
      final boolean head = record == good.size() - 1;
      final int length = old.key().length + (head ? 0 : old.value().length);
      for (int bit = 0; bit < 8 * length; bit++) {
        final byte[] key = old.key().clone();
        final byte[] value = old.value().clone();
        final byte[] target = bit / 8 < key.length ? key : value;
        final int at = target == key ? bit / 8 : bit / 8 - key.length;
        target[at] ^= (byte) (1 << bit % 8);
        final List<SnapshotRecord> records = new ArrayList<>(good);
        records.set(record, new SnapshotRecord(key, value));

        for (final Snapshot<ModelHead> snapshot : feed(assembler, records)) {
          assertThat(snapshot.data()).as("record %d bit %d", record, bit).isEqualTo(data);
        }
      }
    }
  }

  /** Whatever lies under our keys is passed over, and the next snapshot of the slot comes. */
  @Test
  void hostile_records_are_passed_over() {
    hostile(MODELS, Given.head("a", 1), head -> head.setBlocks(Integer.MIN_VALUE));
    hostile(MODELS, Given.head("a", 1), head -> head.setBlocks(Integer.MAX_VALUE));
    hostile(MODELS, Given.head("a", 1), head -> head.setModel("b"));
    hostile(MODELS, Given.head("a", 1), head -> head.setVersion(Long.MIN_VALUE));
    hostile(SURROGATES, Given.base("a", 1), head -> head.setBlocks(Integer.MIN_VALUE));
    hostile(SURROGATES, Given.base("a", 1), head -> head.setBase(Long.MIN_VALUE));
  }

  private static <H extends SpecificRecord> void hostile(
      final SnapshotFormat<H> format, final H head, final Consumer<H> forge) {
    final byte[] data = Given.bytes(20, 5);
    final List<SnapshotRecord> good = format.split(head, data, Given.KEEP, 8);
    final SnapshotRecord last = good.get(good.size() - 1);
    final H forged = format.decodeHead(last.value());
    forge.accept(forged);
    final byte[] block = good.get(0).value();
    final List<byte[]> values =
        List.of(
            HexFormat.of().parseHex("00000000010203"),
            new byte[0],
            new byte[1],
            new byte[64 << 20],
            Arrays.copyOf(last.value(), last.value().length - 1),
            Arrays.copyOf(last.value(), 30),
            format.encodeHead(forged, format.blocks(forged), format.checksum(forged)),
            format.encodeBlock("a", new Block(1, Integer.MIN_VALUE, ByteBuffer.wrap(data))),
            format.encodeBlock("a", new Block(1, Integer.MAX_VALUE, ByteBuffer.wrap(data))),
            block);
    final var assembler = new SnapshotAssembler<>(format, model -> true);
    for (final byte[] value : values) {
      for (final SnapshotRecord record : good) {
        final List<SnapshotRecord> records = new ArrayList<>(good);
        final boolean same = Arrays.equals(value, record.value());
        records.add(good.indexOf(record), new SnapshotRecord(record.key(), value));
        assertThat(feed(assembler, records)).hasSizeLessThanOrEqualTo(1);
        assertThat(same || assembler.held() == 0).isTrue();
        assertThat(feed(assembler, good)).as("the next one").hasSize(1);
      }
    }
    assertThat(assembler.corrupt()).isGreaterThan(20);
  }

  @Test
  void corrupt_records_of_a_kind_are_logged_once_and_all_counted() {
    final byte[] key = "a/1/head".getBytes(UTF_8);
    try (LoggedLines logged = new LoggedLines(SnapshotAssembler.class)) {
      for (int i = 0; i < 50; i++) {
        assembler.accept(key, ByteBuffer.allocate(9).putInt(1, i).array());
        assembler.accept(key, new byte[] {1, 2, 3});
      }
      assertThat(logged.lines())
          .containsExactly(
              "majorant-models: 'a' slot 1: a record that cannot be read: schema 0 is in a schema"
                  + " registry, and none is named: --registry-url, or schema.registry.url;"
                  + " it is dropped, and more of its kind are counted",
              "majorant-models: 'a' slot 1: a record that cannot be read: expected the header C3 01"
                  + " and a fingerprint at byte 0;"
                  + " it is dropped, and more of its kind are counted");
    }
    assertThat(assembler.corrupt()).isEqualTo(100);
  }

  static <H extends SpecificRecord> List<Snapshot<H>> feed(
      final SnapshotAssembler<H> assembler, final List<SnapshotRecord> records) {
    return records.stream()
        .map(record -> assembler.accept(record.key(), record.value()))
        .flatMap(Optional::stream)
        .toList();
  }
}
