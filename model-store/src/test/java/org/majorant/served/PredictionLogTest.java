package org.majorant.served;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.majorant.model.PointPredictor.PointPrediction;
import org.majorant.model.Prediction;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;
import org.majorant.schema.Served;
import org.majorant.served.PredictionLog.Reason;

class PredictionLogTest {
  private static final NamedFeatures FEATURES = new NamedFeatures(List.of("x"), List.of(2f));
  private static final PointPrediction ANSWER = new PointPrediction(7, "yes", Map.of("yes", 1.0));

  private record Path(long version) implements Prediction {}

  private final MockProducer<byte[], byte[]> producer =
      new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
  private final PredictionLog log = new PredictionLog(producer, "served");

  @Test
  void answer_isLoggedUnderItsKey_withoutTheLabel() {
    final Point point = new Point(FEATURES, "no", List.of(-0.5), new Served(1L, List.of(0.0)));
    log.record("adult", new LabeledExample("größe-1", "other", 2.0, point), ANSWER);

    final ProducerRecord<byte[], byte[]> record = producer.history().get(0);
    assertThat(record.topic()).isEqualTo("served");
    assertThat(record.key()).isEqualTo("größe-1".getBytes(UTF_8));
    assertThat(AvroSerde.of(LabeledExample.class).decode(record.value()))
        .isEqualTo(
            new LabeledExample(
                "größe-1",
                "adult",
                2.0,
                new Point(FEATURES, null, List.of(-0.5), new Served(7L, List.of(1.0)))));
    assertThat(log.logged()).isZero();
    producer.completeNext();
    assertThat(log.logged()).isEqualTo(1);
  }

  @Test
  void answerThatCannotBeJoined_isCountedByItsReason() {
    log.record("adult", example(null), ANSWER);
    log.record("words", example("1"), new Path(7));
    assertThat(producer.history()).isEmpty();
    assertThat(log.dropped(Reason.ID)).isEqualTo(1);
    assertThat(log.dropped(Reason.TASK)).isEqualTo(1);
    assertThat(log.dropped(Reason.SEND)).isZero();
  }

  /** As where brokers are away for long, or the buffer is full. */
  @Test
  void answerThatIsNotTaken_isCounted_andNeverThrows() {
    log.record("adult", example("1"), ANSWER);
    producer.errorNext(new TimeoutException("Expiring 1 record"));
    producer.sendException = new TimeoutException("full");
    log.record("adult", example("2"), ANSWER);
    producer.close();
    log.record("adult", example("3"), ANSWER);
    assertThat(log.logged()).isZero();
    assertThat(log.dropped(Reason.SEND)).isEqualTo(3);
  }

  private static LabeledExample example(final String id) {
    return new LabeledExample(id, null, 1.0, new Point(FEATURES, null, null, null));
  }
}
