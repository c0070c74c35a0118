package org.majorant.research.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.kafka.clients.admin.Admin;
import org.majorant.demo.broker.TemporaryDirectory;
import org.majorant.event.EventReader;
import org.majorant.ops.operate.ExampleProducer;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.research.bench.Alternation.Measurement;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.Columns;
import org.majorant.schema.EventFormat;
import org.majorant.schema.Events;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RecordHeaders;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.SchemaRegistry;
import org.majorant.spec.SpecFile;

/**
 * What it costs to learn events in a schema of their own: the same events on three topics, as
 * examples, in Avro and in JSON. A model learns the same features from each, and a plain consumer
 * decodes each with the library for its format, and examples by hand.
 */
public final class EventsBench {
  private final PipelineBench.Settings settings;

  /** How the events stand on a topic. */
  private enum Encoding {
    EXAMPLE,
    AVRO,
    JSON;

    private String topic() {
      return "orders-" + word();
    }

    private String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Median rates in examples a second.
   *
   * @param bytes of an event, on average
   * @param decode of a consumer that only decodes
   * @param learner of the learner with diagonal curvature
   * @param learnerToExamples the learner's rate over that of examples
   */
  public record Row(
      String format, double bytes, double decode, double learner, double learnerToExamples) {}

  /** A row of each format. */
  public record Result(List<Row> rows) {}

  /**
   * @param examples events on each topic
   * @param rounds measurements of each reader
   */
  public EventsBench(final int examples, final int rounds) {
    settings = new PipelineBench.Settings(examples, 1, rounds, 1, 1, false);
  }

  /** How many measurements there are. */
  public int measurements() {
    return 2 * Encoding.values().length * settings.rounds();
  }

  /**
   * Measures.
   *
   * @param done is told how many measurements are over
   */
  public Result run(final IntConsumer done) throws Exception {
    return TemporaryDirectory.use(dir -> run(dir, done));
  }

  private Result run(final Path dir, final IntConsumer done) throws Exception {
    try (BenchBroker broker = new BenchBroker(dir, 1)) {
      final Map<String, Object> client = broker.client();
      final Map<Encoding, Double> bytes = new LinkedHashMap<>();
      final Map<String, Measurement> measurements = new LinkedHashMap<>();
      final PipelineReaders readers =
          new PipelineReaders(client, dir, settings, settings.examples());
      for (final Encoding encoding : Encoding.values()) {
        bytes.put(encoding, produce(client, encoding));
        final PipelineReaders.Decoding decoding = decoding(encoding);
        final Function<String, ModelSpec> specs = model -> spec(model, encoding);
        measurements.put("decode " + encoding, () -> readers.decode(encoding.topic(), decoding));
        measurements.put("learn " + encoding, () -> readers.learner(specs, true).rate());
      }
      final Map<String, Double> rates = Alternation.medians(measurements, settings.rounds(), done);
      final List<Row> rows = new ArrayList<>();
      final double examples = rates.get("learn " + Encoding.EXAMPLE);
      bytes.forEach(
          (encoding, size) -> {
            final double learner = rates.get("learn " + encoding);
            rows.add(
                new Row(
                    encoding.word(),
                    size,
                    rates.get("decode " + encoding),
                    learner,
                    learner / examples));
          });
      return new Result(rows);
    }
  }

  private static Columns columns() {
    return Columns.newBuilder().setLabel("outcome").setIgnore(List.of("id")).build();
  }

  private static ModelSpec spec(final String model, final Encoding encoding) {
    final ObjectNode spec = new ObjectMapper().createObjectNode().put("model", model);
    spec.putArray("labels").add("no").add("yes");
    spec.putObject("features").put("hash-bits", 18);
    spec.putObject("curvature").put("memory", "diagonal");
    final ObjectNode columns = spec.putObject("columns").put("label", "outcome");
    columns.putArray("ignore").add("id");
    if (encoding == Encoding.EXAMPLE) {
      spec.put("input", encoding.topic());
    } else {
      final ObjectNode input = spec.putObject("input").put("topic", encoding.topic());
      input.put("format", encoding.word());
      if (encoding == Encoding.AVRO) {
        input.put("schema", OrderEvent.SCHEMA.toString());
      }
    }
    return SpecFile.read(spec);
  }

  /** With the library that reads such values. */
  private static PipelineReaders.Decoding decoding(final Encoding encoding) {
    if (encoding == Encoding.EXAMPLE) {
      return PipelineReaders.byHand();
    }
    if (encoding == Encoding.JSON) {
      final ObjectMapper json = new ObjectMapper();
      return value -> json.readTree(value).isObject() ? 1 : 0;
    }
    final var reader = new GenericDatumReader<GenericRecord>(OrderEvent.SCHEMA);
    final BinaryDecoder[] decoder = {null};
    return value -> {
      decoder[0] = DecoderFactory.get().binaryDecoder(value, decoder[0]);
      return reader.read(null, decoder[0]) == null ? 0 : 1;
    };
  }

  /** Sends the events; returns their bytes on average. */
  private double produce(final Map<String, Object> client, final Encoding encoding)
      throws InterruptedException {
    try (Admin admin = Admin.create(client)) {
      TopicPlan.create(admin, encoding.topic(), 1, Optional.empty());
    } catch (final ExecutionException e) {
      throw new CommandFailed("cannot create a topic: " + e.getCause().getMessage(), e);
    }
    final AvroSerde<LabeledExample> serde = AvroSerde.of(LabeledExample.class);
    final EventReader reader =
        new EventReader(
            new Events(EventFormat.JSON, null, List.of()),
            columns(),
            Set.of(),
            SchemaRegistry.NONE);
    long bytes = 0;
    try (ExampleProducer producer = new ExampleProducer(client, encoding.topic(), 0)) {
      for (int i = 0; i < settings.examples(); i++) {
        final OrderEvent event = OrderEvent.of(i);
        final byte[] value =
            switch (encoding) {
              case EXAMPLE -> serde.encode(example(reader, event));
              case AVRO -> event.avro();
              case JSON -> event.json();
            };
        bytes += value.length;
        producer.send(value);
      }
      producer.flush();
    }
    return (double) bytes / settings.examples();
  }

  private static LabeledExample example(final EventReader reader, final OrderEvent event) {
    try {
      reader.open(event.json(), RecordHeaders.NONE);
      return reader.example();
    } catch (final RejectedExample e) {
      throw new IllegalStateException(e);
    }
  }
}
