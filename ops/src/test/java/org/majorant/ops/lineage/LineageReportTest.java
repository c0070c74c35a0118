package org.majorant.ops.lineage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.MemberAssignment;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.GroupType;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.majorant.ops.Published;
import org.majorant.ops.lineage.LineageReport.Here;
import org.majorant.ops.lineage.LineageReport.Instance;
import org.majorant.ops.lineage.LineageReport.Line;
import org.majorant.schema.ModelHead;
import org.majorant.schema.PartitionOffset;

class LineageReportTest {
  private static final TopicPartition SUMMARIES = new TopicPartition("majorant-summaries", 0);
  private static final Instance LEFT = new Instance("left", "left-client", "10.0.0.1");
  private static final Instance RIGHT = new Instance("right", "right-client", "10.0.0.2");

  private final ModelHead before = head(6, 100);
  private final ModelHead head = head(7, 130, 40);
  private final BrokersSay said = new BrokersSay();

  @Test
  void partitions_areBetweenTheVersionBeforeAndTheEnd_andSomebodyHasEach() {
    said.offsets(new long[] {0, 0, 5}, new long[] {150, 40, 9});
    said.members(
        group(
            GroupState.STABLE,
            member("left", "examples-0", "majorant-summaries-0"),
            member("right", "examples-1", "examples-2", "other-0")),
        "examples",
        SUMMARIES);
    final LineageReport report = report(Optional.of(before), new Here(8, 3, 20));

    assertThat(report.partitions())
        .containsExactly(
            new Line(0, 130L, 100L, 130L, 150L, 20L, LEFT),
            new Line(1, 40L, null, 40L, 40L, 0L, RIGHT),
            new Line(2, null, null, 5L, 9L, 4L, RIGHT));
    assertThat(report.lag()).isEqualTo(24);
    assertThat(report.before()).isEqualTo(6);
    assertThat(report.majorizer()).isEqualTo(LEFT);
    assertThat(report.unknown()).isEmpty();
    assertThat(report.rows().get(0))
        .containsExactly("examples-0", "130", "30", "130", "150", "20", "left at 10.0.0.1");
    assertThat(report.rows().get(1)).element(2).isEqualTo("all of it");
    assertThat(report.rows().get(2)).startsWith("examples-2", "nothing", "nothing");
  }

  /** Versions learn no markers, so no version ever contains the end after an abort. */
  @Test
  void lag_isFromThePositionOfTheReader() {
    said.offsets(new long[] {0, 0, 5}, new long[] {132, 45, 9});
    said.positions(
        Map.of(
            new TopicPartition("examples", 0), new OffsetAndMetadata(132),
            new TopicPartition("examples", 1), new OffsetAndMetadata(30),
            new TopicPartition("examples", 2), new OffsetAndMetadata(7),
            new TopicPartition("other", 0), new OffsetAndMetadata(1000)),
        "examples");
    final LineageReport report = report(Optional.of(before), null);
    assertThat(report.partitions()).extracting(Line::read).containsExactly(132L, 40L, 7L);
    assertThat(report.partitions()).extracting(Line::lag).containsExactly(0L, 5L, 2L);
    assertThat(report.lag()).isEqualTo(7);
  }

  /** Zero would say that nothing waits. */
  @Test
  void brokers_thatDoNotAnswer_leaveItUnknownWithTheReason() {
    said.noOffsets("no broker answered within 2 s");
    said.noMembers("no broker answered within 2 s");
    final LineageReport report = report(Optional.of(before), null);

    assertThat(report.partitions())
        .containsExactly(
            new Line(0, 130L, 100L, 130L, null, null, null),
            new Line(1, 40L, null, 40L, null, null, null));
    assertThat(report.lag()).isNull();
    assertThat(report.majorizer()).isNull();
    assertThat(report.unknown())
        .containsEntry("end", "no broker answered within 2 s")
        .containsEntry("here", "it is a test")
        .containsOnlyKeys("end", "instance", "here");
    assertThat(report.rows().get(0))
        .containsExactly("examples-0", "130", "30", "130", "unknown", "unknown", "unknown");
    assertThat(report.lines())
        .contains("who has a partition, or merges, is unknown: no broker answered within 2 s");
  }

  @Test
  void group_thatHasNotGivenOutAPartition_saysWhy() {
    said.offsets(new long[] {0, 0}, new long[] {150, 40});
    said.members(group(GroupState.EMPTY), "examples", SUMMARIES);
    assertThat(whyNobody()).isEqualTo("no process learns this model now");
    said.members(group(GroupState.PREPARING_REBALANCE, member("left")), "examples", SUMMARIES);
    assertThat(whyNobody()).isEqualTo("the partitions are being given out (PreparingRebalance)");
    final var one = member("left", "majorant-summaries-0", "examples-0");
    said.members(group(GroupState.STABLE, one), "examples", SUMMARIES);
    assertThat(whyNobody()).isEqualTo("no member of the group majorant-colours has it");
    said.members(
        group(GroupState.STABLE, one, member("right", "examples-1")), "examples", SUMMARIES);
    assertThat(whyNobody()).isNull();
  }

  private String whyNobody() {
    return report(Optional.of(before), null).unknown().get("instance");
  }

  @Test
  void version_beforeThatIsNotKept_leavesUnknownWhatIsNew() {
    said.offsets(new long[] {0, 0}, new long[] {130, 40});
    said.members(
        group(
            GroupState.STABLE, member("left", "examples-0", "examples-1", "majorant-summaries-0")),
        "examples",
        SUMMARIES);
    final LineageReport report = report(Optional.empty(), null);
    assertThat(report.unknown()).containsEntry("before", "version 6 is not kept any more");
    assertThat(report.rows().get(0)).element(2).isEqualTo("unknown");

    final var first = LineageReport.of(head(1, 9), Optional.empty(), said, new Here(1, 0, 0), null);
    assertThat(first.before()).isZero();
    assertThat(first.unknown()).isEmpty();
    assertThat(first.rows().get(0)).element(2).isEqualTo("all of it");
  }

  /** A demo's instances do not have the group in their ids, and other members may have none. */
  @Test
  void member_isCalledByItsInstanceId_elseByItsClient() {
    said.members(
        group(
            GroupState.STABLE, member(Optional.of("demo-1"), "client", "/10.0.0.3", "examples-1")),
        "examples",
        SUMMARIES);
    assertThat(said.owners()).containsEntry(1, new Instance("demo", "client", "10.0.0.3"));
    final var member = member(Optional.empty(), "stranger", "/10.0.0.3", "examples-0");
    said.members(group(GroupState.STABLE, member), "examples", SUMMARIES);
    assertThat(said.owners()).containsEntry(0, new Instance("stranger", "stranger", "10.0.0.3"));
  }

  private LineageReport report(final Optional<ModelHead> before, final Here here) {
    return LineageReport.of(head, before, said, here, "it is a test");
  }

  private static ModelHead head(final long version, final long... next) {
    final ModelHead head = Published.version(version).head();
    final PartitionOffset[] lineage = new PartitionOffset[next.length];
    for (int p = 0; p < next.length; p++) {
      lineage[p] = new PartitionOffset(p, next[p]);
    }
    head.setLineage(List.of(lineage));
    return head;
  }

  private static MemberDescription member(final String instance, final String... partitions) {
    return member(
        Optional.of("majorant-colours-%s-1".formatted(instance)),
        instance + "-client",
        instance.equals("left") ? "/10.0.0.1" : "/10.0.0.2",
        partitions);
  }

  private static MemberDescription member(
      final Optional<String> groupInstance,
      final String client,
      final String host,
      final String... partitions) {
    final Set<TopicPartition> assigned =
        Set.copyOf(Stream.of(partitions).map(LineageReportTest::partition).toList());
    return new MemberDescription(
        "member",
        groupInstance,
        Optional.empty(),
        client,
        host,
        new MemberAssignment(assigned),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static TopicPartition partition(final String name) {
    final int dash = name.lastIndexOf('-');
    return new TopicPartition(name.substring(0, dash), Integer.parseInt(name.substring(dash + 1)));
  }

  private static ConsumerGroupDescription group(
      final GroupState state, final MemberDescription... members) {
    return new ConsumerGroupDescription(
        "majorant-colours",
        false,
        List.of(members),
        "stream",
        GroupType.CLASSIC,
        state,
        new Node(0, "broker", 9092),
        Set.of(),
        Optional.empty(),
        Optional.empty());
  }
}
