package org.majorant.stream.join;

import java.time.Instant;
import java.util.Properties;
import java.util.UUID;
import java.util.function.Function;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.majorant.join.JoinCounts;
import org.majorant.log.GapLog;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.SchemaRegistry;

/** The join of a model's events and labels on a driver; their topics have one partition each. */
public final class JoinDriver {
  private JoinDriver() {}

  /**
   * Starts it.
   *
   * @param log tells where topics end
   * @param repartitioned as {@link JoinSettings} has it
   * @param counts gets what becomes of events and labels
   * @param topology the application of a join
   * @param begin its clock
   */
  public static TopologyTestDriver start(
      final ModelSpec spec,
      final GapLog log,
      final boolean repartitioned,
      final JoinCounts counts,
      final Function<JoinSettings, Topology> topology,
      final Instant begin) {
    final JoinSettings settings =
        new JoinSettings(
            spec,
            "a",
            SchemaRegistry.NONE,
            log,
            new JoinMemory(1 << 20),
            new GapLog.Topic("e", 1),
            new GapLog.Topic("l", 1),
            repartitioned,
            1,
            counts,
            new Waiting(),
            Runnable::run);
    final Properties config = new Properties();
    config.put(StreamsConfig.APPLICATION_ID_CONFIG, "test-" + UUID.randomUUID());
    config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
    config.put(StreamsConfig.STATE_DIR_CONFIG, "target/kafka-streams");
    return new TopologyTestDriver(topology.apply(settings), config, begin);
  }
}
