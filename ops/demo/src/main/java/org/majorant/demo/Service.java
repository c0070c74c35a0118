package org.majorant.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.UUID;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.majorant.memory.Surrogate;
import org.majorant.model.Prediction;
import org.majorant.model.Predictor;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.LateLabels;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Point;
import org.majorant.schema.RejectedExample;
import org.majorant.served.PredictionLog;
import org.majorant.store.ModelSubscriber;

/**
 * A service that is asked for predictions. It answers by the newest version, logs each answer to
 * the topic that the model learns from, and hears of the label some seconds later, where it is not
 * the one that a missing label means.
 */
final class Service extends Sending {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final double MEAN_MILLIS = 3000; // from an answer to its label
  private static final double MOST_MILLIS = 20_000;
  private static final AvroSerde<LabeledExample> EXAMPLES = AvroSerde.of(LabeledExample.class);

  private final Map<String, Object> client;
  private final ModelSpec spec;
  private final ModelSubscriber models;
  private final Queue<Due> due = new PriorityQueue<>(Comparator.comparingLong(Due::at));
  private final List<byte[]> examples;
  private final double rate;
  private final boolean loop;
  private Predictor predictor; // of the version that answered last

  /**
   * A label that will be heard of.
   *
   * @param at milliseconds since the epoch
   */
  private record Due(long at, String id, String label) {}

  /**
   * @param examples that it is asked for, with their labels
   * @param rate questions a second; 0: as fast as it goes
   * @param loop again and again
   */
  Service(
      final Map<String, Object> client,
      final ModelSpec spec,
      final ModelSubscriber models,
      final List<byte[]> examples,
      final double rate,
      final boolean loop) {
    super("majorant-demo-service");
    this.client = client;
    this.spec = spec;
    this.models = models;
    this.examples = examples;
    this.rate = rate;
    this.loop = loop;
    predictor = Predictor.of(Surrogate.of(spec).solve().model(spec, 0));
  }

  @Override
  void send() throws RejectedExample, InterruptedException {
    final String run = UUID.randomUUID().toString();
    final SplittableRandom random = new SplittableRandom();
    try (PredictionLog log = PredictionLog.start(client, spec.getInput(), PATIENCE);
        Producer<byte[], byte[]> labels = labels()) {
      final long begin = System.currentTimeMillis();
      long asked = 0;
      do {
        for (int i = 0; i < examples.size() && !isClosed(); i++, asked++) {
          final long time = begin + (rate == 0 ? 0 : (long) (1000 * asked / rate));
          sendLabels(labels, time);
          Thread.sleep(Math.max(0, time - System.currentTimeMillis()));
          answer(log, EXAMPLES.decode(examples.get(i)), run + "-" + asked, random);
          sent(asked + 1);
        }
      } while (loop && !isClosed());
      sendLabels(labels, Long.MAX_VALUE);
      requireAll(log, asked);
    }
  }

  private Producer<byte[], byte[]> labels() {
    final Map<String, Object> config = new HashMap<>(client);
    config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    final ByteArraySerializer bytes = new ByteArraySerializer();
    return new KafkaProducer<>(config, bytes, bytes);
  }

  private void answer(
      final PredictionLog log,
      final LabeledExample example,
      final String id,
      final SplittableRandom random)
      throws RejectedExample {
    final Point point = (Point) example.getStructure();
    final String label = (String) point.getLabel();
    point.setLabel(null);
    example.setId(id);
    models
        .current()
        .filter(newest -> newest.version() != predictor.model().version())
        .ifPresent(newest -> predictor = Predictor.of(newest.model()));
    final Prediction answer = predictor.predict(example);
    log.record(spec.getModel(), example, answer);
    if (!label.equals(spec.getLateLabels().getDefaultLabel())) {
      final double later = -MEAN_MILLIS * Math.log(1 - random.nextDouble());
      final long at = System.currentTimeMillis() + (long) Math.min(MOST_MILLIS, later);
      due.add(new Due(at, id, label));
    }
  }

  /** Sends the labels that are due before some time. */
  private void sendLabels(final Producer<byte[], byte[]> labels, final long until)
      throws InterruptedException {
    final LateLabels late = spec.getLateLabels();
    while (!isClosed() && !due.isEmpty() && due.peek().at() < until) {
      final Due next = due.poll();
      Thread.sleep(Math.max(0, next.at() - System.currentTimeMillis()));
      final String value =
          "{\"%s\": \"%s\", \"%s\": %d}"
              .formatted(late.getPath(), next.label(), late.getTime(), next.at());
      labels.send(
          new ProducerRecord<>(late.getTopic(), next.id().getBytes(UTF_8), value.getBytes(UTF_8)));
    }
  }

  private static void requireAll(final PredictionLog log, final long asked) {
    for (final PredictionLog.Reason reason : PredictionLog.Reason.values()) {
      if (log.dropped(reason) > 0) {
        throw new IllegalStateException(
            "%,d of %,d answers were not logged: %s".formatted(log.dropped(reason), asked, reason));
      }
    }
  }
}
