package org.majorant.stream.join;

import org.apache.kafka.common.TopicPartition;

/** How far the tasks of an instance have read events and labels. */
final class JoinEnds {
  private final JoinSettings settings;
  private final SourceEnds eventSources; // null: the topics are read directly
  private final SourceEnds labelSources;

  JoinEnds(final JoinSettings settings) {
    this.settings = settings;
    final boolean moved = settings.repartitioned();
    eventSources = moved ? new SourceEnds(settings.log(), settings.spec().getInput()) : null;
    labelSources = moved ? new SourceEnds(settings.log(), settings.labels().getTopic()) : null;
  }

  SideProgress events(final int partition) {
    return side(JoinTopology.eventsTopic(settings), partition, eventSources);
  }

  SideProgress labels(final int partition) {
    return side(JoinTopology.labelsTopic(settings), partition, labelSources);
  }

  private SideProgress side(final String topic, final int partition, final SourceEnds sources) {
    return new SideProgress(
        settings.log(), new TopicPartition(topic, partition), sources, settings.aside());
  }
}
