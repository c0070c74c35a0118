package org.majorant.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.avro.util.ClassSecurityValidator;
import org.apache.avro.util.ClassSecurityValidator.ClassSecurityPredicate;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;

class AvroSerdeTest {
  private final AvroSerde<PartitionOffset> serde = AvroSerde.of(PartitionOffset.class);

  @Test
  void encode_isTheSingleObjectEncodingOfAvro() throws Exception {
    final PartitionOffset record = new PartitionOffset(3, 1L << 40);
    assertThat(serde.encode(record)).isEqualTo(record.toByteBuffer().array());
    assertThat(PartitionOffset.fromByteBuffer(ByteBuffer.wrap(serde.encode(record))))
        .isEqualTo(record);
  }

  @Test
  void serde_nullRecord_isNull() {
    assertThat(serde.serializer().serialize("t", null)).isNull();
    assertThat(serde.deserializer().deserialize("t", (byte[]) null)).isNull();
    final PartitionOffset record = new PartitionOffset(1, 2L);
    assertThat(serde.deserializer().deserialize("t", serde.serializer().serialize("t", record)))
        .isEqualTo(record);
  }

  @Test
  void decode_otherBytes_isRefused() {
    final byte[] bytes = serde.encode(new PartitionOffset(3, 4L));
    for (int length = 0; length < bytes.length; length++) {
      final byte[] cut = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> serde.decode(cut)).isInstanceOf(SerializationException.class);
    }
    assertThatThrownBy(() -> serde.decode(Arrays.copyOf(bytes, bytes.length + 1)))
        .isInstanceOf(SerializationException.class)
        .hasMessageContaining("more bytes than the record has");
    assertThatThrownBy(() -> AvroSerde.of(Tally.class).decode(bytes))
        .isInstanceOf(SerializationException.class)
        .hasMessageContaining("known schema of Tally");
  }

  @Test
  void encode_incompleteRecord_isRefused() {
    assertThatThrownBy(() -> AvroSerde.of(ModelBlock.class).encode(new ModelBlock()))
        .isInstanceOf(SerializationException.class)
        .hasMessageContaining("cannot encode this ModelBlock");
  }

  @Test
  void decode_forgedStringLength_isRefusedWithoutMakingRoom() throws Exception {
    final AvroSerde<DeadLetter> letters = AvroSerde.of(DeadLetter.class);
    final ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(letters.encode(Golden.deadLetter()), 0, AvroSerde.HEADER);
    final BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(out, null);
    encoder.writeLong(Integer.MAX_VALUE - 8);
    encoder.flush();
    final long before = allocated();
    assertThatThrownBy(() -> letters.decode(out.toByteArray()))
        .isInstanceOf(SerializationException.class);
    assertThat(allocated() - before).isLessThan(100 << 20);
  }

  /** What was published before tallies had the reliability goes on without it. */
  @Test
  void decode_aHeadOfATallyWithoutReliability_hasNone() throws Exception {
    final ModelHead head =
        (ModelHead)
            Golden.records().stream()
                .filter(record -> record instanceof ModelHead)
                .findFirst()
                .orElseThrow();
    final AvroSerde<ModelHead> serde = AvroSerde.of(ModelHead.class);
    final Schema before =
        AvroSerde.schemas(ModelHead.class).values().stream()
            .filter(schema -> schema.getField("commonSquare") != null)
            .filter(schema -> schema.getField("tally").schema().getField("reliability") == null)
            .findFirst()
            .orElseThrow();
    final GenericDatumReader<GenericRecord> reader =
        new GenericDatumReader<>(head.getSchema(), before);
    final byte[] bytes = serde.encode(head);
    final GenericRecord known =
        reader.read(
            null,
            DecoderFactory.get()
                .binaryDecoder(bytes, AvroSerde.HEADER, bytes.length - AvroSerde.HEADER, null));
    final byte[] written =
        new BinaryMessageEncoder<>(GenericData.get(), before).encode(known).array();
    assertThat(serde.decode(written)).isEqualTo(head);
  }

  @Test
  void serde_sharedByThreads_isExact() throws Exception {
    final AvroSerde<LabeledExample> examples = AvroSerde.of(LabeledExample.class);
    final ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      final List<Callable<Void>> work = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        final SplittableRandom random = new SplittableRandom(t);
        work.add(
            () -> {
              for (int i = 0; i < 500; i++) {
                final byte[] bytes = examples.encode(Examples.point(random));
                assertThat(examples.encode(examples.decode(bytes))).isEqualTo(bytes);
              }
              return null;
            });
      }
      for (final Future<Void> done : threads.invokeAll(work)) {
        done.get();
      }
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void of_whateverAvroTrusts_trustsThisPackageInAddition() {
    final ClassSecurityPredicate original = ClassSecurityValidator.getGlobal();
    try {
      ClassSecurityValidator.setGlobal(new OnlyThread());
      AvroSerde.of(PartitionOffset.class);
      final ClassSecurityPredicate trusted = ClassSecurityValidator.getGlobal();
      assertThat(trusted.isTrusted(LabeledExample.class)).isTrue();
      assertThat(trusted.isTrusted(Thread.class)).isTrue();
      assertThat(trusted.isTrusted(Runtime.class)).isFalse();
      assertThatThrownBy(() -> ClassSecurityValidator.validate(Runtime.class))
          .isInstanceOf(SecurityException.class)
          .hasMessage("not java.lang.Runtime");
      AvroSerde.of(PartitionOffset.class);
      assertThat(ClassSecurityValidator.getGlobal()).isSameAs(trusted);
    } finally {
      ClassSecurityValidator.setGlobal(original);
    }
  }

  private static long allocated() {
    return ((com.sun.management.ThreadMXBean)
            java.lang.management.ManagementFactory.getThreadMXBean())
        .getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  /** A user's own validator, with its own words. */
  private static final class OnlyThread implements ClassSecurityPredicate {
    @Override
    public boolean isTrusted(final Class<?> type) {
      return type == Thread.class;
    }

    @Override
    public void forbiddenClass(final String className) {
      throw new SecurityException("not " + className);
    }
  }
}
