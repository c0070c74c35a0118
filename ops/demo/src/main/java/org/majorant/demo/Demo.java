package org.majorant.demo;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.ops.http.HttpAddress;
import org.majorant.ops.http.StatusServer;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.ops.read.PublishedModels;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Tally;
import org.majorant.store.ModelSubscriber;
import org.majorant.store.ModelVersion;
import org.majorant.store.PackedVersion;
import org.majorant.store.SnapshotReader;
import org.majorant.stream.InstanceOptions;
import org.majorant.stream.LearnerApplication;

/**
 * The demo while it runs: a broker, its topics, a status server, a learner and a subscriber, which
 * tells what is drawn on the page of each version. They are closed in the reverse order.
 */
public final class Demo implements AutoCloseable {
  private static final Duration LOOK = Duration.ofMillis(100);

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Deque<Runnable> closes = new ArrayDeque<>();
  private final ModelSpec spec;
  private final BrokerProcess broker;
  private final Map<String, Object> client;
  private final long onTopic; // records, at the start
  private final Optional<ModelHead> before;
  private final StatusServer server;
  private final ModelSubscriber subscriber;

  /**
   * Starts everything, or closes again what it has started.
   *
   * @param dir where everything is kept; where it has been used before, the demo goes on
   * @param partitions of the examples' topic
   * @param port of the broker; 0: the one that it had in this directory before, or any free one
   * @param httpPort 0: any free one
   */
  public Demo(
      final Path dir,
      final ModelSpec spec,
      final int partitions,
      final int port,
      final int httpPort)
      throws ExecutionException, InterruptedException {
    this(dir, spec, partitions, port, httpPort, List.of());
  }

  /**
   * The same with more options of the broker's JVM.
   *
   * @param brokerJvm the options, as {@code -Xmx1g}
   */
  public Demo(
      final Path dir,
      final ModelSpec spec,
      final int partitions,
      final int port,
      final int httpPort,
      final List<String> brokerJvm)
      throws ExecutionException, InterruptedException {
    this.spec = spec;
    try {
      broker = BrokerProcess.start(dir.resolve("broker"), port, brokerJvm);
      closes.push(broker::close);
      client = Map.of("bootstrap.servers", broker.bootstrapServers());
      try (Admin admin = Admin.create(client)) {
        TopicPlan.create(admin, spec.getInput(), partitions, Optional.empty());
        if (spec.getLateLabels() != null) {
          TopicPlan.create(admin, spec.getLateLabels().getTopic(), partitions, Optional.empty());
        }
        onTopic = end(admin, spec.getInput());
      }
      before =
          PublishedModels.continued(client, spec, SnapshotReader.TIMEOUT).map(PackedVersion::head);
      server =
          new StatusServer(
              HttpAddress.loopback(httpPort),
              client,
              spec,
              DemoStream.sentence(spec.getModel()),
              registry);
      closes.push(server::close);
      final Optional<Exhibit> exhibit = DemoStream.exhibit(spec.getModel());
      exhibit.ifPresent(shown -> server.show(shown::picture));
      final var options = InstanceOptions.of(dir.resolve("state"), "demo");
      final LearnerApplication learner = LearnerApplication.start(client, spec, options, registry);
      closes.push(learner::close);
      server.watch(learner::obstacle);
      subscriber = ModelSubscriber.start(client, spec.getModel());
      closes.push(subscriber::close);
      exhibit.ifPresent(shown -> subscriber.onVersion(version -> shown.show(version.model())));
    } catch (final Exception e) {
      close();
      throw e;
    }
  }

  public String bootstrapServers() {
    return broker.bootstrapServers();
  }

  public String url() {
    return server.url();
  }

  /** As {@link StatusServer#startedBy}. */
  public void startedBy(final String command) {
    server.startedBy(command);
  }

  /** Completes when the demo cannot go on, with the reason. */
  public CompletableFuture<Void> ended() {
    return broker.ended();
  }

  /**
   * Replays examples until all are in a version, or somebody wants it to end.
   *
   * @param rate examples a second; 0: as fast as it goes
   * @param loop again and again
   * @param live is shown the progress from time to time
   * @param end whether to end early
   * @return the report on the newest version
   * @throws ExecutionException with the reason for which it cannot go on
   */
  public DemoReport replay(
      final List<byte[]> examples,
      final double rate,
      final boolean loop,
      final Consumer<ReplayProgress> live,
      final BooleanSupplier end)
      throws ExecutionException, InterruptedException {
    final CompletableFuture<Void> ended = ended();
    final long start = System.nanoTime();
    // A former run may have sent a part of them only: this one repeats them all the same.
    final int firstPass = 1 + (int) ((onTopic + examples.size() - 1) / examples.size());
    final Sending all =
        spec.getLateLabels() == null
            ? new Sender(client, spec.getInput(), examples, rate, loop, firstPass)
            : new Service(client, spec, subscriber, examples, rate, loop);
    try (Sending sender = all.begin()) {
      while (!end.getAsBoolean()) {
        if (ended.isDone()) {
          ended.get();
        }
        final boolean allSent = sender.isDone();
        final long learned = learned() - onTopic; // negative while records of a former run wait
        final double rounds = Math.max(0.0, learned) / examples.size();
        live.accept(new ReplayProgress(report(start), loop ? rounds % 1 : rounds, lag()));
        if (allSent && learned == sender.sent()) {
          break;
        }
        Thread.sleep(LOOK.toMillis());
      }
    }
    return report(start);
  }

  @Override
  public void close() {
    while (!closes.isEmpty()) {
      closes.pop().run();
    }
  }

  private Optional<ModelHead> newest() {
    return subscriber.current().map(ModelVersion::head).or(() -> before);
  }

  /** As everybody tells it. */
  private double lag() {
    return registry.get("majorant.lag.records").gauge().value();
  }

  /** Records that are in the newest version. */
  private long learned() {
    return newest().map(ModelHead::getTally).map(Tally::getRecords).orElse(0L);
  }

  private DemoReport report(final long start) {
    return DemoReport.of(before, newest(), (System.nanoTime() - start) / 1e9);
  }

  private static long end(final Admin admin, final String topic)
      throws ExecutionException, InterruptedException {
    final Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
    final var description = admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic);
    description
        .partitions()
        .forEach(p -> latest.put(new TopicPartition(topic, p.partition()), OffsetSpec.latest()));
    return admin.listOffsets(latest).all().get().values().stream()
        .mapToLong(ListOffsetsResultInfo::offset)
        .sum();
  }
}
