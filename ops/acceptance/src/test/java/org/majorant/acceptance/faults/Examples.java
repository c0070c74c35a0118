package org.majorant.acceptance.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.kafka.clients.admin.Admin;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.store.Topics;

/** Labeled examples on one topic. */
record Examples(Story story) implements Input {
  @Override
  public String yaml() {
    return story.model().yaml("");
  }

  @Override
  public String learned() {
    return Topics.EXAMPLES;
  }

  @Override
  public void createTopics(final Admin admin) throws Exception {
    TopicPlan.create(admin, story.partitions());
  }

  @Override
  public Sending send(final String bootstrapServers) {
    try {
      return new Supply(
          bootstrapServers, Topics.EXAMPLES, new ExampleStream(story), story.model().rate());
    } catch (final IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void awaitLearned(final LiveSystem system, final long sent) throws Exception {
    final var ends = system.ends();
    system.versions().await("a version of all up to " + ends, lineage -> lineage.equals(ends));
  }

  @Override
  public String verdict(final LiveSystem system, final long sent) throws Exception {
    return Verdict.on(system, sent);
  }
}
