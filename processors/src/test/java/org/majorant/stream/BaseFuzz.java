package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.majorant.stream.Given.firstBase;
import static org.majorant.stream.Given.state;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.provider.MethodSource;
import org.majorant.learn.Worker;
import org.majorant.majorize.BaseReader;
import org.majorant.majorize.SummarySource;
import org.majorant.memory.PagedState;
import org.majorant.merge.Base;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.SurrogateHead;
import org.majorant.spec.SpecFile;
import org.majorant.store.Snapshot;
import org.majorant.tally.Baselines;

/**
 * Whatever lies on the surrogates topic, a worker can adopt it, or its feed passes it over. The
 * first byte says for which model it is, and how many workers merge; the rest is the site.
 */
class BaseFuzz {
  private static final List<ModelSpec> SPECS =
      Stream.of(
              "labels: [a, b], features: {dimension: 8}",
              "labels: [a, b, c], features: {dimension: 8}, curvature: {memory: low-rank, rank: 2}",
              "labels: [a, b], features: {dimension: 8}, curvature: {memory: diagonal},"
                  + " forgetting: {half-life: 1h}",
              "labels: [a, b], features: {dimension: 8}, curvature: {memory: diagonal}",
              "labels: [O, I], task: sequence, features: {dimension: 8}",
              "task: choice, features: {dimension: 8}, forgetting: {polynomial: 1}",
              "labels: [a, b], features: {dimension: 8}, curvature: {memory: full},"
                  + " forgetting: {directional: 10}")
          .map(fields -> SpecFile.read("{model: m, " + fields + "}"))
          .toList();

  static Stream<byte[]> bases() {
    return IntStream.range(0, 2 * SPECS.size())
        .mapToObj(
            i -> {
              final byte[] site = state(SPECS.get(i / 2), 0.5, 0.1);
              return ByteBuffer.allocate(1 + site.length).put((byte) i).put(site).array();
            });
  }

  @Timeout(10)
  @MethodSource("bases")
  @FuzzTest(maxDuration = "", maxExecutions = 1_000_000)
  void base_isAdoptedOrPassedOver(final byte[] bytes) {
    if (bytes.length == 0) {
      return;
    }
    final int first = Byte.toUnsignedInt(bytes[0]);
    final ModelSpec spec = SPECS.get(first / 2 % SPECS.size());
    final byte[] site = Arrays.copyOfRange(bytes, 1, bytes.length);
    final Base base;
    try {
      base = BaseReader.of(new Snapshot<>(head(spec, first % 2), site), spec);
    } catch (final IllegalArgumentException | ArithmeticException e) {
      assertThat(e.getMessage()).isNotBlank();
      return;
    }
    final Worker worker = new Worker(spec, 0, new Baselines(spec.getLabels().size()));
    worker.adopt(base, 0, false);
    assertThat(worker.number()).isEqualTo(1);
    if (PagedState.suits(spec)) {
      final SurrogateHead again = head(spec, first % 2);
      again.setBase(2);
      again.setSnapshot(1);
      worker.adopt(
          BaseReader.after(base, new Snapshot<>(again, site), spec, SummarySource.NONE), 0, false);
      assertThat(worker.number()).isEqualTo(2);
    }
  }

  private static SurrogateHead head(final ModelSpec spec, final int others) {
    return firstBase(spec, IntStream.rangeClosed(0, others).boxed().toList(), null);
  }
}
