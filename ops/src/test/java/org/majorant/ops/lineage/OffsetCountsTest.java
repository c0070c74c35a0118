package org.majorant.ops.lineage;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.majorant.ops.Published;
import org.majorant.ops.read.ModelLine;
import org.majorant.schema.ModelHead;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.Tally;
import org.majorant.tally.Tallies;

/** Whatever is said of a version, its numbers add up to the offsets of its lineage. */
class OffsetCountsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern NUMBER = Pattern.compile("\\d[\\d,]*");

  @Test
  void counts_inEachAnswer_addUpToTheLineage() {
    for (int seed = 0; seed < 200; seed++) {
      final ModelHead head = head(new Random(seed));
      final LineageReport report =
          LineageReport.of(head, Optional.empty(), new BrokersSay(), null, "it is a test");
      assertAddUp(seed, JSON.valueToTree(ModelLine.of(head)), head);
      assertAddUp(seed, JSON.valueToTree(report.counts()), head);

      final List<Long> offsets = numbers(report.lines().get(0));
      assertThat(offsets.get(0)).as("seed %d", seed).isEqualTo(offsets(head));
      assertThat(offsets.stream().mapToLong(n -> n).sum()).isEqualTo(2 * offsets(head));
      final List<Long> items = numbers(report.lines().get(1));
      final int parts = head.getTally().getPacked() == 0 ? 1 : 2;
      assertThat(items.stream().skip(parts).mapToLong(n -> n).sum())
          .as("seed %d: %s", seed, report.lines())
          .isEqualTo(items.get(parts - 1));
    }
  }

  /** It has no offsets, and its tally counts no records. */
  @Test
  void counts_ofAVersionTrainedOnAFile_areItsExamples() {
    final ModelHead head = Published.version(2).head();
    head.getTally().setExamples(40);
    head.getTally().setRejected(2);
    head.setSource("a9a");
    assertThat(OffsetCounts.of(head).lines())
        .containsExactly(
            "42 records: 40 examples, 2 rejected, 0 unlabeled, 0 for other models, 0 passed over, 0 revised, 0 undone");
    assertThat(JSON.valueToTree(ModelLine.of(head)).has("empty")).isFalse();
  }

  private static void assertAddUp(final int seed, final JsonNode said, final ModelHead head) {
    assertThat(sum(said, "records", "lost", "empty"))
        .as("seed %d: %s", seed, said)
        .isEqualTo(offsets(head));
    assertThat(
            sum(
                said,
                "examples",
                "rejected",
                "unlabeled",
                "others",
                "passedOver",
                "revised",
                "undone"))
        .as("seed %d: %s", seed, said)
        .isEqualTo(sum(said, "records", "packed"));
  }

  private static long sum(final JsonNode said, final String... names) {
    long sum = 0;
    for (final String name : names) {
      sum += said.required(name).asLong();
    }
    return sum;
  }

  private static List<Long> numbers(final String line) {
    return NUMBER
        .matcher(line)
        .results()
        .map(found -> Long.valueOf(found.group().replace(",", "")))
        .toList();
  }

  private static long offsets(final ModelHead head) {
    return head.getLineage().stream().mapToLong(PartitionOffset::getNext).sum();
  }

  /** A version whose lineage has records of all kinds, and offsets that have none. */
  private static ModelHead head(final Random random) {
    final Tally tally = Tallies.empty();
    tally.setExamples(random.nextInt(60_000));
    tally.setRejected(random.nextInt(3000));
    tally.setUnlabeled(random.nextInt(3000));
    tally.setOthers(random.nextInt(3000));
    tally.setPassedOver(random.nextInt(3000));
    tally.setRevised(random.nextInt(3000));
    tally.setUndone(random.nextInt(3000));
    final long items =
        tally.getExamples()
            + tally.getRejected()
            + tally.getUnlabeled()
            + tally.getOthers()
            + tally.getPassedOver()
            + tally.getRevised()
            + tally.getUndone();
    tally.setPacked(random.nextBoolean() ? 0 : items / 2);
    tally.setRecords(items - tally.getPacked());
    tally.setLost(random.nextInt(20_000));
    final long offsets = tally.getRecords() + tally.getLost() + random.nextInt(1000);
    final ModelHead head = Published.version(2).head();
    head.setTally(tally);
    head.setLineage(
        List.of(
            new PartitionOffset(0, offsets / 3), new PartitionOffset(1, offsets - offsets / 3)));
    return head;
  }
}
