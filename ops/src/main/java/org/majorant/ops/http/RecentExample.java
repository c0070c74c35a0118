package org.majorant.ops.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.javalin.config.RoutesConfig;
import io.javalin.http.ContentType;
import io.javalin.http.Context;
import io.javalin.http.NotFoundResponse;
import io.javalin.http.ServiceUnavailableResponse;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.majorant.event.EventReader;
import org.majorant.features.ExampleMapper;
import org.majorant.features.FeatureSpace;
import org.majorant.json.ExampleJson;
import org.majorant.json.ValueFormat;
import org.majorant.log.InputRecord;
import org.majorant.ops.http.catalog.ModelCatalog;
import org.majorant.ops.terminal.Json;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.ExampleDecoder;
import org.majorant.schema.JoinedEvent;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Named;
import org.majorant.schema.Point;
import org.majorant.schema.RegistryException;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.SchemaRegistry;
import org.majorant.schema.ValueDecoder;
import org.majorant.store.SnapshotReader;
import org.majorant.store.StoreException;
import org.majorant.store.Topics;

/**
 * What {@code /api/models/{model}/example} says: the newest labeled example that a model can learn,
 * without its labels, as {@code predict} takes it. Where labels come late, it is read from the
 * joined events, which alone have them.
 *
 * <p>It is read when somebody asks: the last records of the partition that has most, by one request
 * at a time, which waits two seconds for each answer of a broker. What was found is said again for
 * ten seconds.
 */
final class RecentExample {
  /** Records that are looked at. */
  private static final int MOST_RECORDS = 100;

  /** Bytes of a record that is looked at. */
  private static final int MOST_BYTES = 1 << 20;

  /** Of the text; as many as the page's form takes. */
  private static final int MOST_CHARACTERS = 200_000;

  private static final AvroSerde<JoinedEvent> JOINED = AvroSerde.of(JoinedEvent.class);
  private static final Duration TIMEOUT = Duration.ofSeconds(2);
  private static final Duration STEP = Duration.ofMillis(100);
  private static final Duration FRESH = Duration.ofSeconds(10);

  private final ModelCatalog catalog;
  private final SchemaRegistry registry;
  private final Supplier<Consumer<byte[], byte[]>> consumers;
  private final AvroSerde<LabeledExample> serde;
  private final Semaphore reading = new Semaphore(1);
  private volatile Found last; // null: nobody has asked

  /**
   * @param client how to reach the brokers
   */
  RecentExample(final ModelCatalog catalog, final Map<?, ?> client) {
    this(catalog, SchemaRegistry.of(client), () -> SnapshotReader.consumer(client));
  }

  /** The same with consumers of the caller's making. */
  RecentExample(
      final ModelCatalog catalog,
      final SchemaRegistry registry,
      final Supplier<Consumer<byte[], byte[]>> consumers) {
    this.catalog = catalog;
    this.registry = registry;
    this.consumers = consumers;
    serde = AvroSerde.of(LabeledExample.class, registry, "");
  }

  /**
   * What was found for a model.
   *
   * @param at by the clock of {@link System#nanoTime}
   * @param text the example; null: there is none
   * @param reason why there is none
   */
  private record Found(String model, long at, String text, String reason) {}

  void addTo(final RoutesConfig routes) {
    routes.get("/api/models/{model}/example", this::answer);
  }

  private void answer(final Context ctx) {
    final Found found = find(catalog.require(ctx.pathParam("model")).newest());
    if (found.text == null) {
      throw new NotFoundResponse(found.reason);
    }
    ctx.contentType(ContentType.JSON).result(found.text);
  }

  private Found find(final ModelHead model) {
    final String name = model.getModel();
    final Found known = last;
    if (known != null
        && known.model.equals(name)
        && System.nanoTime() - known.at < FRESH.toNanos()) {
      return known;
    }
    if (!reading.tryAcquire()) {
      throw new ServiceUnavailableResponse("another request reads an example now: ask again");
    }
    try {
      final Found found = read(model);
      last = found;
      return found;
    } finally {
      reading.release();
    }
  }

  private Found read(final ModelHead model) {
    final ModelSpec spec = model.getSpec();
    String text = null;
    String reason =
        "the last %d records of a partition of topic %s have no labeled example of '%s' that can be shown"
            .formatted(MOST_RECORDS, Topics.learned(spec), spec.getModel());
    try (Consumer<byte[], byte[]> consumer = consumers.get()) {
      text = newest(consumer, model);
    } catch (final KafkaException | StoreException | RegistryException e) {
      reason = "topic %s cannot be read now: %s".formatted(Topics.learned(spec), e.getMessage());
    }
    return new Found(spec.getModel(), System.nanoTime(), text, reason);
  }

  private String newest(final Consumer<byte[], byte[]> consumer, final ModelHead model) {
    final ModelSpec spec = model.getSpec();
    final List<TopicPartition> partitions =
        consumer.partitionsFor(Topics.learned(spec), TIMEOUT).stream()
            .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
            .toList();
    final Map<TopicPartition, Long> ends = consumer.endOffsets(partitions, TIMEOUT);
    final TopicPartition longest =
        partitions.stream().max(Comparator.comparing(ends::get)).orElse(null);
    if (longest == null) {
      return null;
    }
    final long end = ends.get(longest);
    final long begin = consumer.beginningOffsets(List.of(longest), TIMEOUT).get(longest);
    consumer.assign(List.of(longest));
    consumer.seek(longest, Math.max(begin, end - MOST_RECORDS));
    final ExampleMapper mapper =
        new ExampleMapper(spec, new FeatureSpace(spec, model.getMoments()));
    final long deadline = System.nanoTime() + TIMEOUT.toNanos();
    String newest = null;
    while (consumer.position(longest, TIMEOUT) < end && System.nanoTime() < deadline) {
      for (final ConsumerRecord<byte[], byte[]> record : consumer.poll(STEP)) {
        newest = ofRecord(record, spec, mapper).orElse(newest);
      }
    }
    return newest;
  }

  /** The last example of a record that can be shown; of a dead letter there is none. */
  private Optional<String> ofRecord(
      final ConsumerRecord<byte[], byte[]> record,
      final ModelSpec spec,
      final ExampleMapper mapper) {
    final InputRecord read = InputRecord.of(record);
    try {
      if (spec.getLateLabels() == null) {
        return ofValue(read, null, spec, mapper);
      }
      final JoinedEvent joined = JOINED.decodeOrReject(read.value());
      return joined.getLabel() == null
          ? Optional.empty()
          : ofValue(read.with(AvroSerde.bytes(joined.getEvent())), joined.getLabel(), spec, mapper);
    } catch (final RejectedExample e) {
      return Optional.empty();
    }
  }

  /**
   * The last example of a value.
   *
   * @param label that has come late; null: the value has its own
   */
  private Optional<String> ofValue(
      final InputRecord record,
      final String label,
      final ModelSpec spec,
      final ExampleMapper mapper)
      throws RejectedExample {
    if (spec.getEvents() != null) {
      final EventReader reader =
          new EventReader(spec.getEvents(), spec.getColumns(), Set.of(), registry);
      reader.open(record.value(), record);
      return reader.isWanted() ? text(reader.example(), label, spec, mapper) : Optional.empty();
    }
    final byte[] value = record.value();
    final ValueFormat format =
        value != null && ExampleDecoder.isJson(value) ? ValueFormat.JSON : ValueFormat.AVRO;
    final ValueDecoder decoder = format.decoder(spec, MOST_BYTES, registry);
    Optional<String> found = Optional.empty();
    for (int item = decoder.open(value) - 1; item >= 0 && found.isEmpty(); item--) {
      found = text(decoder.alone(item), format, label, spec, mapper);
    }
    return found;
  }

  private Optional<String> text(
      final byte[] value,
      final ValueFormat format,
      final String label,
      final ModelSpec spec,
      final ExampleMapper mapper) {
    try {
      final LabeledExample example =
          format == ValueFormat.AVRO
              ? serde.decode(value)
              : ExampleJson.of(spec).read(new String(value, UTF_8));
      return text(example, label, spec, mapper);
    } catch (final RejectedExample | SerializationException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> text(
      final LabeledExample example,
      final String label,
      final ModelSpec spec,
      final ExampleMapper mapper)
      throws RejectedExample {
    if (label != null) {
      ((Point) example.getStructure()).setLabel(label); // labels come late to points alone
    }
    final String other = example.getModel();
    if (other != null && !other.equals(spec.getModel()) || !mapper.labeled(example).isLabeled()) {
      return Optional.empty();
    }
    final List<String> names =
        spec.getFeatures().getSpace() instanceof Named named ? named.getNames() : List.of();
    return new UnlabeledJson(names)
        .of(example.getStructure())
        .map(Json::line)
        .filter(text -> text.length() <= MOST_CHARACTERS);
  }
}
