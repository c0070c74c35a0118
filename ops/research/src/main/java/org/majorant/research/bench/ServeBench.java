package org.majorant.research.bench;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.majorant.demo.broker.TemporaryDirectory;
import org.majorant.ops.operate.ExampleProducer;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Point;
import org.majorant.schema.SparseVector;
import org.majorant.store.ModelSubscriber;
import org.majorant.store.ModelVersion;
import org.majorant.store.Topics;
import org.majorant.stream.InstanceOptions;
import org.majorant.stream.LearnerApplication;

/**
 * How fast {@code serve} predicts with a model that has learned a data set, beside the same
 * server's {@code /healthz}, which is the floor: what HTTP alone costs. Broker and server are
 * processes of the bench's own; the learner has ended before it measures.
 */
public final class ServeBench {
  private static final int ROWS = 4000;
  private static final int PACK = 100;

  /** Rows of a request that has many. */
  public static final int BATCH = 100;

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final ModelSpec spec;
  private final List<byte[]> examples;
  private final Duration time;

  /**
   * @param examples of the spec, points by number
   * @param time of each of the three measurements
   */
  public ServeBench(final ModelSpec spec, final List<byte[]> examples, final Duration time) {
    this.spec = spec;
    this.examples = List.copyOf(examples);
    this.time = time;
  }

  /**
   * @param perSecond requests
   * @param median of the time to an answer, ms
   * @param p99 of the same
   */
  public record Answers(double perSecond, double median, double p99) {}

  /**
   * @param members of the mixture that predicts; 1: none but the model
   * @param floor a request that predicts nothing
   * @param one row a request
   * @param hundred rows a request
   * @param oneToFloor requests a second
   */
  public record Result(
      int members, Answers floor, Answers one, Answers hundred, double oneToFloor) {}

  /** Learns, and then measures. */
  public Result run() throws Exception {
    return TemporaryDirectory.use(this::run);
  }

  private Result run(final Path dir) throws Exception {
    try (BenchBroker broker = new BenchBroker(dir, 1)) {
      final int members = learn(dir, broker.client());
      final String servers = broker.client().get("bootstrap.servers").toString();
      try (ServeProcess server = new ServeProcess(dir, servers, spec.getModel())) {
        return measure(server.url(), members);
      }
    }
  }

  /** The number of the members of a version that has learned all examples. */
  @SuppressWarnings("try") // the learner does its work beside
  private int learn(final Path dir, final Map<String, Object> client) throws Exception {
    final var options = InstanceOptions.of(dir.resolve("state"), "bench");
    try (LearnerApplication learner =
            LearnerApplication.start(client, spec, options, new SimpleMeterRegistry());
        ModelSubscriber subscriber = ModelSubscriber.start(client, spec.getModel());
        ExampleProducer producer = new ExampleProducer(client, Topics.EXAMPLES, 0, PACK)) {
      examples.forEach(producer::send);
      producer.flush();
      ModelVersion version = subscriber.awaitVersion(1, PATIENCE);
      while (version.head().getTally().getExamples() < examples.size()) {
        version = subscriber.awaitVersion(version.version() + 1, PATIENCE);
      }
      return version.model().predicting().size();
    }
  }

  private Result measure(final URI url, final int members) throws IOException {
    final ServeClient client = new ServeClient(url, time);
    final String path = "/api/models/%s/predict".formatted(spec.getModel());
    final List<String> rows = rows();
    final List<String> batches = new ArrayList<>();
    for (int from = 0; from < rows.size(); from += BATCH) {
      final List<String> batch = rows.subList(from, Math.min(rows.size(), from + BATCH));
      batches.add("[" + String.join(",", batch) + "]");
    }
    final Answers floor = client.ask("/healthz", List.of());
    final Answers one = client.ask(path, rows);
    final Answers hundred = client.ask(path, batches);
    return new Result(members, floor, one, hundred, one.perSecond() / floor.perSecond());
  }

  private List<String> rows() {
    final AvroSerde<LabeledExample> serde = AvroSerde.of(LabeledExample.class);
    return examples.stream()
        .limit(ROWS)
        .map(record -> (Point) serde.decode(record).getStructure())
        .map(point -> ((SparseVector) point.getFeatures()).getIndices())
        .map(
            indices ->
                indices.stream()
                    .map(String::valueOf)
                    .collect(Collectors.joining(",", "{\"vector\":{\"indices\":[", "]}}")))
        .toList();
  }
}
