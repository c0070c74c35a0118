package org.majorant.ops.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.javalin.Javalin;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.features.Dimensions;
import org.majorant.json.ExampleJson;
import org.majorant.model.Predictor;
import org.majorant.ops.Published;
import org.majorant.ops.http.catalog.ModelCatalog;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.JoinOutcome;
import org.majorant.schema.JoinedEvent;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;
import org.majorant.schema.SchemaRegistry;
import org.majorant.schema.SparseVector;
import org.majorant.spec.SpecFile;
import org.majorant.template.FeatureTemplates;

/** What the page begins with is an example of the topic that the model can predict. */
class RecentExampleTest {
  private static final AvroSerde<LabeledExample> SERDE = AvroSerde.of(LabeledExample.class);
  private static final byte[] BROKEN = {1, 2, 3};

  private final ModelCatalog catalog =
      ModelCatalog.ofLearner("colours", Map.of("bootstrap.servers", "127.0.0.1:1"));
  private final List<byte[]> records = new ArrayList<>();
  private String topic = Published.COLOURS.getInput();
  private boolean away;
  private int reads;
  private final Javalin server =
      Javalin.create(
              config -> {
                config.startup.showJavalinBanner = false;
                ErrorAnswer.addTo(config.routes);
                new RecentExample(catalog, SchemaRegistry.NONE, this::topic).addTo(config.routes);
              })
          .start("127.0.0.1", 0);

  @AfterEach
  void stop() {
    server.stop();
  }

  @Test
  void example_isTheNewestLabeledOneOfThisModel_withoutItsLabel() throws Exception {
    catalog.accept(Published.version(2));
    records.add(point(named("warm", 1), "red", null));
    records.add(point(new SparseVector(List.of(1, 0), List.of(0.5f, 2f)), "blue", null));
    records.add(point(named("warm", 3), null, null));
    records.add(point(named("warm", 4), "pink", null));
    records.add(point(named("warm", 5), "red", "other"));
    records.add(BROKEN);
    records.add(null);
    assertThat(example("colours")).isEqualTo("{\"features\":{\"cold\":0.5,\"warm\":2.0}}");
    records.add(point(named("warm", 7), "red", null));
    assertThat(example("colours")).as("again within seconds").contains("cold");
    assertThat(reads).isOne();
  }

  @Test
  void exampleOfJson_isTheLastOfItsRecord() throws Exception {
    catalog.accept(Published.version(2));
    records.add(
        "[{\"features\": {\"warm\": 1}, \"label\": \"red\"}, {\"features\": {\"cold\": 2}, \"label\": \"red\"}, 7]"
            .getBytes(UTF_8));
    assertThat(example("colours")).isEqualTo("{\"features\":{\"cold\":2.0}}");
  }

  /** What was made of the heaviest features could not be predicted by some of these. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{hash-bits: 4}",
        "{dimension: 9}",
        "{dimension: 9, rff: 8, bandwidth: 1}",
        "{names: [body=there, other], rff: 8, bandwidth: 1}",
        "{hash-bits: 4}, columns: {text: [body]}",
      })
  void example_isWhatItsModelPredicts(final String features) throws Exception {
    final ModelSpec spec =
        SpecFile.read("{model: some, labels: [red, blue], features: %s}".formatted(features));
    final var model =
        Published.model(spec, 1, new double[Math.toIntExact(Dimensions.of(spec).parameters())]);
    catalog.accept(Published.version(model));
    final boolean named = !features.contains("dimension");
    final Object vector =
        named
            ? new NamedFeatures(List.of("body=\"hi\"", "body=there"), List.of(1f, 2f))
            : new SparseVector(List.of(3, 7), List.of());
    records.add(point(vector, "red", null));
    final String text = example("some");
    assertThat(text)
        .isEqualTo(
            named
                ? "{\"features\":{\"body=\\\"hi\\\"\":1.0,\"body=there\":2.0}}"
                : "{\"vector\":{\"indices\":[3,7]}}");
    final var read = new ExampleJson(FeatureTemplates.of(List.of())).read(text);
    assertThat(Predictor.of(model).predict(read)).isNotNull();
  }

  /** The events have no label of their own, and so the page began without an example. */
  @Test
  void exampleWhoseLabelCameLate_isThatOfTheNewestJoinedEvent() throws Exception {
    final ModelSpec spec =
        SpecFile.read(
            "{model: late, labels: [red, blue], input: {topic: orders, format: json},"
                + " label: {topic: outcomes, path: colour, wait: 1h}, features: {hash-bits: 4}}");
    catalog.accept(
        Published.version(
            Published.model(
                spec, 1, new double[Math.toIntExact(Dimensions.of(spec).parameters())])));
    topic = "majorant-joined-late";
    records.add(joined("{\"warm\": 1}", "red"));
    records.add(joined("{\"warm\": 2}", "blue"));
    records.add(joined("{\"warm\": 3}", null));
    records.add(joined("no JSON", "red"));
    records.add(BROKEN);
    assertThat(example("late")).isEqualTo("{\"features\":{\"warm\":2.0}}");
  }

  private static byte[] joined(final String event, final String label) {
    return AvroSerde.of(JoinedEvent.class)
        .encode(
            JoinedEvent.newBuilder()
                .setEvent(ByteBuffer.wrap(event.getBytes(UTF_8)))
                .setLabel(label)
                .setOutcome(label == null ? JoinOutcome.UNLABELED : JoinOutcome.LABELED)
                .setEventPartition(0)
                .setEventOffset(0)
                .setTime(0)
                .setWaitedMillis(0)
                .build());
  }

  @Test
  void noExample_is404WithTheReason() throws Exception {
    assertThat(example("colours")).contains("\"error\":");
    catalog.accept(Published.version(2));
    records.add(BROKEN);
    away = true;
    assertThat(example("colours")).contains("topic examples cannot be read now: no such host");
  }

  @Test
  void noLabeledExample_is404WithTheReason() throws Exception {
    catalog.accept(Published.version(2));
    records.add(BROKEN);
    assertThat(example("colours")).contains("have no labeled example of 'colours'");
  }

  private static NamedFeatures named(final String name, final float value) {
    return new NamedFeatures(List.of(name), List.of(value));
  }

  private static byte[] point(final Object features, final String label, final String model) {
    return SERDE.encode(
        new LabeledExample("id", model, 2.0, new Point(features, label, null, null)));
  }

  /** Two partitions, the first of which has nothing. */
  private Consumer<byte[], byte[]> topic() {
    reads++;
    if (away) {
      throw new KafkaException("no such host");
    }
    final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
    final TopicPartition empty = new TopicPartition(topic, 0);
    final TopicPartition full = new TopicPartition(topic, 1);
    consumer.updatePartitions(
        topic,
        Arrays.asList(
            new PartitionInfo(topic, 0, null, null, null),
            new PartitionInfo(topic, 1, null, null, null)));
    consumer.updateBeginningOffsets(Map.of(empty, 0L, full, 0L));
    consumer.updateEndOffsets(Map.of(empty, 0L, full, (long) records.size()));
    consumer.schedulePollTask(
        () -> {
          for (int i = 0; i < records.size(); i++) {
            consumer.addRecord(new ConsumerRecord<>(topic, 1, i, null, records.get(i)));
          }
        });
    return consumer;
  }

  private String example(final String model) throws Exception {
    final URI uri =
        URI.create("http://127.0.0.1:%d/api/models/%s/example".formatted(server.port(), model));
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
        .body();
  }
}
