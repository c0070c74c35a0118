package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.majorant.stream.Given.bytes;
import static org.majorant.stream.Given.state;
import static org.majorant.stream.Given.summary;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.provider.MethodSource;
import org.majorant.majorize.CheckedSummary;
import org.majorant.majorize.RefusedSummary;
import org.majorant.memory.SiteCodec;
import org.majorant.merge.Base;
import org.majorant.merge.MergePolicy;
import org.majorant.merge.Merger;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;

/**
 * Whatever lies on the summaries topic, it is refused, or it is merged and solved, or the sum is
 * found to be unsolvable. The first byte says for which model it is, and whether the rest is the
 * record, or only the site in a record that is sound.
 */
class SummaryFuzz {
  private static final List<ModelSpec> SPECS =
      Stream.of(
              "labels: [a, b], features: {dimension: 8}",
              "labels: [a, b, c], features: {dimension: 8}, curvature: {memory: low-rank, rank: 2}",
              "labels: [a, b], features: {dimension: 8}, curvature: {memory: diagonal},"
                  + " forgetting: {half-life: 1h}",
              "labels: [O, I], task: sequence, features: {dimension: 8}, forgetting: {polynomial: 1}",
              "task: choice, features: {dimension: 8}, constraints: nonnegative,"
                  + " forgetting: {half-life: 1000}")
          .map(fields -> SpecFile.read("{model: m, " + fields + "}"))
          .toList();

  static Stream<byte[]> summaries() {
    return IntStream.range(0, SPECS.size())
        .boxed()
        .flatMap(
            i -> {
              final ModelSpec spec = SPECS.get(i);
              final byte[] site = state(spec, 0.5, 0.1);
              return Stream.of(
                  after(2 * i, bytes(summary(spec, 0, 0, 7, site))), after(2 * i + 1, site));
            });
  }

  @Timeout(10)
  @MethodSource("summaries")
  @FuzzTest(maxDuration = "", maxExecutions = 1_000_000)
  void summary_isMergedOrRefused(final byte[] bytes) {
    if (bytes.length == 0) {
      return;
    }
    final int first = Byte.toUnsignedInt(bytes[0]);
    final ModelSpec spec = SPECS.get(first / 2 % SPECS.size());
    final byte[] rest = Arrays.copyOfRange(bytes, 1, bytes.length);
    try {
      merge(first % 2 == 0 ? rest : bytes(summary(spec, 0, 0, 7, rest)), spec);
    } catch (final RefusedSummary | ArithmeticException e) {
      assertThat(e.getMessage()).isNotBlank();
    }
  }

  private static void merge(final byte[] record, final ModelSpec spec) throws RefusedSummary {
    final CheckedSummary checked = CheckedSummary.of(record, spec, 0);
    assertThat(checked.end()).isNotNegative();
    final Merger merger = new Merger(spec, MergePolicy.of(spec));
    merger.add(checked.content());
    final Base merged = merger.merge(0);
    final byte[] state = SiteCodec.encode(merged.state().site());
    assertThat(state).isNotEmpty();
    merged.constrained(spec);
  }

  private static byte[] after(final int first, final byte[] rest) {
    return ByteBuffer.allocate(1 + rest.length).put((byte) first).put(rest).array();
  }
}
