package org.majorant.ops.demo;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.majorant.ops.CommandFailed;
import org.majorant.ops.ExampleProducer;
import org.majorant.ops.StatusServer;
import org.majorant.ops.broker.BrokerProcess;
import org.majorant.ops.broker.TopicPlan;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.store.ModelSubscriber;
import org.majorant.stream.LearnerApplication;

/** Broker, topics, learner, status server and subscriber, closed in the reverse order. */
public final class Demo implements AutoCloseable {
  private static final Duration LOOK = Duration.ofMillis(200);

  private final BrokerProcess broker;
  private final Map<String, Object> client;
  private final ModelSpec spec;
  private final LearnerApplication learner;
  private final StatusServer server;
  private final ModelSubscriber subscriber;
  private volatile boolean stopped;
  private volatile long sent;

  /**
   * @param dir where everything is kept
   * @param partitions of the examples' topic
   * @param httpPort 0: any free one
   */
  public Demo(final Path dir, final ModelSpec spec, final int partitions, final int httpPort) {
    this.spec = spec;
    broker = BrokerProcess.start(dir.resolve("broker"));
    client = Map.of("bootstrap.servers", broker.bootstrapServers());
    createTopics(partitions);
    final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    learner =
        LearnerApplication.start(
            client, spec, LearnerApplication.Options.of(dir.resolve("state"), "demo"), registry);
    server = new StatusServer(httpPort, registry, learner::isRunning);
    subscriber = ModelSubscriber.start(client, spec.getModel());
  }

  public String bootstrapServers() {
    return broker.bootstrapServers();
  }

  public String url() {
    return server.url();
  }

  /**
   * Replays examples until they are at an end, or {@link #stop} is called.
   *
   * @param rate examples a second; 0: as fast as it goes
   * @param loop again and again
   * @param live is shown the newest version from time to time
   * @return the report on the version that contains all that was sent
   */
  public DemoReport replay(
      final List<byte[]> examples,
      final double rate,
      final boolean loop,
      final Consumer<ModelHead> live)
      throws InterruptedException {
    final long already = records();
    final long start = System.nanoTime();
    final Thread sender = new Thread(() -> send(examples, rate, loop), "majorant-demo-producer");
    sender.start();
    while (sender.isAlive() && !stopped) {
      sender.join(LOOK.toMillis());
      subscriber.current().ifPresent(version -> live.accept(version.head()));
    }
    stopped = true;
    sender.join();
    while (records() < already + sent) {
      Thread.sleep(10);
      subscriber.current().ifPresent(version -> live.accept(version.head()));
    }
    final double seconds = (System.nanoTime() - start) / 1e9;
    return DemoReport.of(subscriber.current().orElseThrow().head(), seconds);
  }

  /** Ends a replay early. */
  public void stop() {
    stopped = true;
  }

  @Override
  public void close() {
    subscriber.close();
    server.close();
    learner.close();
    broker.close();
  }

  private void send(final List<byte[]> examples, final double rate, final boolean loop) {
    try (ExampleProducer producer = new ExampleProducer(client, spec.getInput(), rate)) {
      do {
        for (int i = 0; i < examples.size() && !stopped; i++) {
          producer.send(examples.get(i));
        }
      } while (loop && !stopped);
      producer.flush();
      sent = producer.sent();
    }
  }

  private long records() {
    return subscriber.current().map(version -> version.head().getTally().getRecords()).orElse(0L);
  }

  private void createTopics(final int partitions) {
    try (Admin admin = Admin.create(client)) {
      TopicPlan.create(admin, partitions);
    } catch (final ExecutionException e) {
      broker.close();
      throw new CommandFailed("cannot create the topics: " + e.getCause().getMessage(), e);
    } catch (final InterruptedException e) {
      Thread.currentThread().interrupt();
      broker.close();
      throw new CommandFailed("interrupted", e);
    }
  }
}
