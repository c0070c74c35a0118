package org.majorant.acceptance.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.majorant.acceptance.broker.OperatorRun;
import org.majorant.acceptance.learn.JoinedCheck;
import org.majorant.acceptance.learn.LateStream;
import org.majorant.acceptance.learn.LateSupply;
import org.majorant.file.evaluate.Scores;
import org.majorant.model.Model;
import org.majorant.ops.data.Adult;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.Point;
import org.majorant.schema.Tally;
import org.majorant.spec.SpecFile;
import org.majorant.store.Topics;

/**
 * Adult on two topics: people without what they earn, and what they earn up to 30 s later ({@link
 * LateStream}). The wait is longer than labels are late and the broker is away together, so that
 * what must become of each event does not depend on the pace.
 */
final class LateLabels implements Input {
  private static final String OTHERWISE = "-1";
  private static final long LATE_MILLIS = 30_000;

  private final Story story;
  private final List<byte[]> people;
  private final LateStream stream;

  LateLabels(final Story story) {
    this.story = story;
    try {
      people = Adult.train();
    } catch (final IOException e) {
      throw new UncheckedIOException(e);
    }
    stream = new LateStream(story.seed(), LATE_MILLIS, this::person);
  }

  private LateStream.Labeled person(final long place) {
    final LabeledExample example = example(place);
    final Point point = (Point) example.getStructure();
    final String label = (String) point.getLabel();
    point.setLabel(null);
    return new LateStream.Labeled(
        story.encoding().encode(example), label, label.equals("+1") ? "-1" : "+1");
  }

  private LabeledExample example(final long place) {
    final SplittableRandom random = new SplittableRandom((story.seed() << 32) - place);
    return Encoding.decode(people.get(random.nextInt(people.size())));
  }

  /** As it is after the wait. */
  private byte[] labeled(final long place) {
    final LabeledExample example = example(place);
    final String outcome = stream.at(place, 0).outcome();
    ((Point) example.getStructure()).setLabel(outcome == null ? OTHERWISE : outcome);
    return story.encoding().encode(example);
  }

  @Override
  public String yaml() {
    return story
        .model()
        .yaml(
            ", input: %s, label: {topic: %s, path: is, time: at, wait: 90s, default: '%s'}"
                .formatted(LateStream.EVENTS, LateStream.LABELS, OTHERWISE));
  }

  @Override
  public String learned() {
    return Topics.learned(SpecFile.read(yaml()));
  }

  @Override
  public void createTopics(final Admin admin) throws Exception {
    TopicPlan.create(admin, 1);
    admin
        .createTopics(
            List.of(
                new NewTopic(LateStream.EVENTS, story.partitions(), (short) 1),
                new NewTopic(LateStream.LABELS, story.partitions(), (short) 1)))
        .all()
        .get();
  }

  @Override
  public Sending send(final String bootstrapServers) {
    final LateSupply supply =
        new LateSupply(
            Map.of("bootstrap.servers", bootstrapServers),
            stream,
            story.model().rate(),
            Integer.MAX_VALUE);
    return new Sending() {
      @Override
      public long finish() {
        return supply.finish();
      }

      @Override
      public void close() {
        supply.close();
      }
    };
  }

  @Override
  public void awaitLearned(final LiveSystem system, final long sent) throws Exception {
    system
        .versions()
        .await(
            "a version of %d examples".formatted(sent),
            lineage -> system.versions().newest().head().getTally().getExamples() >= sent);
  }

  @Override
  public String verdict(final LiveSystem system, final long sent) throws Exception {
    JoinedCheck.require(
        system.client(), learned(), stream, sent, OTHERWISE, () -> system.learners().get(0).log());
    final Tally tally = system.versions().newest().head().getTally();
    assertThat(Counts.of(tally)).isEqualTo(new Counts(sent, 0, 0, 0, 0));
    assertThat(tally.getSlackMin()).as("least slack").isGreaterThanOrEqualTo(-1e-9);
    assertThat(system.versions().faults()).as("versions").isEmpty();
    final OperatorRun verified = system.verify(); // back to both topics
    assertThat(verified.exitCode()).as(verified.printed()).isZero();
    final Model undisturbed = Undisturbed.model(story, null, this::labeled, sent, place -> false);
    final List<byte[]> test = story.model().heldOut();
    final double loss = Scores.of(system.versions().newest().model(), test).logLoss();
    final double wanted = Scores.of(undisturbed, test).logLoss();
    assertThat(loss)
        .as("loss")
        .isCloseTo(wanted, withinPercentage(story.model().closeLossPercent()));
    return "%,d events, version %d; held-out log-loss %.4f, learned at once %.4f"
        .formatted(sent, system.versions().newest().version(), loss, wanted);
  }
}
