package org.majorant.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumWriter;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class GraphDecodingTest {
  private static final AvroSerde<LabeledExample> SERDE = AvroSerde.of(LabeledExample.class);
  private static final Object VECTOR = new SparseVector(List.of(7), List.of());

  private final GraphBuffer buffer = new GraphBuffer();
  private final ExampleDecoder decoder = new ExampleDecoder(1 << 20);

  @Test
  void decode_anyGraph_isWhatTheGeneratedClassReads() throws Exception {
    for (long seed = 0; seed < 3000; seed++) {
      final byte[] bytes = SERDE.encode(Examples.graph(new SplittableRandom(seed)));
      decoder.decode(bytes, buffer);
      Examples.assertSame(buffer, SERDE.decode(bytes), seed);
    }
  }

  @Test
  void decode_blocks_isWhatTheGeneratedClassReads() throws Exception {
    final EncoderFactory blocks = new EncoderFactory().configureBlockSize(64);
    for (long seed = 0; seed < 1000; seed++) {
      final LabeledExample example = Examples.graph(new SplittableRandom(seed));
      final ByteArrayOutputStream out = new ByteArrayOutputStream();
      out.write(SERDE.encode(example), 0, AvroSerde.HEADER);
      final BinaryEncoder encoder = blocks.blockingBinaryEncoder(out, null);
      new SpecificDatumWriter<>(LabeledExample.class).write(example, encoder);
      encoder.flush();
      decoder.decode(out.toByteArray(), buffer);
      Examples.assertSame(buffer, SERDE.decode(out.toByteArray()), seed);
    }
  }

  @Test
  void set_anyGraph_isWhatDecodingGives() throws Exception {
    for (long seed = 0; seed < 1000; seed++) {
      final LabeledExample example =
          SERDE.decode(SERDE.encode(Examples.graph(new SplittableRandom(seed))));
      buffer.set(example);
      Examples.assertSame(buffer, example, seed);
    }
  }

  @Test
  void decode_brokenBytes_isRefusedOrWhatTheGeneratedClassReads() {
    for (long seed = 0; seed < 20_000; seed++) {
      final SplittableRandom random = new SplittableRandom(seed);
      byte[] bytes = SERDE.encode(Examples.graph(random));
      if (random.nextBoolean()) {
        bytes[random.nextInt(AvroSerde.HEADER, bytes.length)] = (byte) random.nextInt();
      } else {
        bytes = Arrays.copyOf(bytes, random.nextInt(AvroSerde.HEADER, bytes.length));
      }
      try {
        decoder.decode(bytes, buffer);
      } catch (final RejectedExample e) {
        continue;
      }
      Examples.assertSame(buffer, SERDE.decode(bytes), seed);
    }
  }

  static Stream<Arguments> faults() {
    final Factor one = factor(List.of(0), 2);
    final Factor two = factor(List.of(1, 0), 6);
    return Stream.of(
        fault(List.of(), List.of(), List.of(), Rejection.LENGTH, "a graph needs a variable"),
        fault(
            Collections.nCopies(10_001, 2),
            List.of(one),
            List.of(),
            Rejection.LENGTH,
            "10001 variables, and the limit is 10000"),
        fault(
            List.of(2, 0), List.of(one), List.of(), Rejection.STRUCTURE, "variable 1 has 0 states"),
        fault(List.of(2, 3), List.of(), List.of(), Rejection.LENGTH, "a graph needs a factor"),
        fault(
            List.of(2, 3),
            List.of(one, factor(List.of(), 1)),
            List.of(),
            Rejection.STRUCTURE,
            "factor 1 has 0 variables; 1 to 20 are possible"),
        fault(
            List.of(2, 3),
            List.of(factor(List.of(0, 2), 6)),
            List.of(),
            Rejection.STRUCTURE,
            "factor 0 has the variable 2, which is not in 0..1"),
        fault(
            List.of(2, 3),
            List.of(factor(List.of(-1), 2)),
            List.of(),
            Rejection.STRUCTURE,
            "factor 0 has the variable -1, which is not in 0..1"),
        fault(
            List.of(2, 3),
            List.of(two, factor(List.of(0, 1, 0), 12)),
            List.of(),
            Rejection.STRUCTURE,
            "factor 1 has the variable 0 twice"),
        fault(
            List.of(2, 3),
            List.of(two, factor(List.of(0, 1), 5)),
            List.of(),
            Rejection.STRUCTURE,
            "factor 1 has 5 configurations, but its variables 6 joint states"),
        fault(
            List.of(1 << 20, 1 << 20),
            List.of(factor(List.of(0, 1), 1)),
            List.of(),
            Rejection.STRUCTURE,
            "factor 0 has 1 configurations, but its variables too many joint states"),
        fault(
            List.of(2, 3),
            List.of(two),
            Arrays.asList(null, 3),
            Rejection.LABEL,
            "state 3 of variable 1, which has 3, from 0"),
        fault(
            List.of(2, 3),
            List.of(two),
            List.of(-1, 0),
            Rejection.LABEL,
            "state -1 of variable 0, which has 2, from 0"),
        fault(List.of(2, 3), List.of(two), List.of(1), Rejection.LABEL, "1 states for 2 variables"),
        fault(
            List.of(2, 3),
            List.of(two),
            List.of(1, 1, 1),
            Rejection.LABEL,
            "more states than 2 variables"));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void decode_partsThatDoNotFit_areRejected(
      final Graph graph, final Rejection reason, final String message) {
    for (final RejectedExample rejected :
        List.of(
            rejection(() -> decoder.decode(SERDE.encode(example(graph)), buffer)),
            rejection(() -> buffer.set(example(graph))))) {
      assertThat(rejected.reason()).isEqualTo(reason);
      assertThat(rejected).hasMessage(message);
    }
  }

  @Test
  void decode_afterAnother_leavesNothingOfIt() throws Exception {
    final Factor both = factor(List.of(0, 1), 6);
    decoder.decode(
        SERDE.encode(example(new Graph(List.of(2, 3), List.of(both), List.of(1, 1)))), buffer);
    decoder.decode(
        SERDE.encode(example(new Graph(List.of(3), List.of(factor(List.of(0), 3)), List.of()))),
        buffer);
    assertThat(buffer.variables).isEqualTo(1);
    assertThat(buffer.length).isEqualTo(3);
    assertThat(buffer.factors).isEqualTo(1);
    assertThat(buffer.states[0]).isEqualTo(-1);
  }

  @Test
  void decode_choice_isRejected() {
    final LabeledExample choice = example(new Choice(List.of(VECTOR), null, null));
    for (final RejectedExample rejected :
        List.of(
            rejection(() -> decoder.decode(SERDE.encode(choice), buffer)),
            rejection(() -> buffer.set(choice)))) {
      assertThat(rejected.reason()).isEqualTo(Rejection.STRUCTURE);
      assertThat(rejected).hasMessage("expected a Graph, found a Choice");
    }
  }

  private static Arguments fault(
      final List<Integer> cardinalities,
      final List<Factor> factors,
      final List<Integer> states,
      final Rejection reason,
      final String message) {
    return Arguments.of(new Graph(cardinalities, factors, states), reason, message);
  }

  private static Factor factor(final List<Integer> variables, final int configurations) {
    return new Factor(variables, Collections.nCopies(configurations, VECTOR));
  }

  private static LabeledExample example(final Object structure) {
    return new LabeledExample(null, null, 1.0, structure);
  }

  private static RejectedExample rejection(final ThrowingCallable call) {
    return catchThrowableOfType(RejectedExample.class, call);
  }
}
