package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.majorant.stream.TopologyFixture.SPEC;

import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.majorant.json.ValueFormat;
import org.majorant.log.HoldLimits;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.DeadLetter;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelHead;
import org.majorant.schema.Point;
import org.majorant.schema.RegistryException;
import org.majorant.schema.Rejection;
import org.majorant.schema.SchemaRegistry;
import org.majorant.schema.SparseVector;
import org.majorant.store.Snapshot;
import org.majorant.store.SnapshotAssembler;
import org.majorant.store.SnapshotFormat;
import org.majorant.store.Topics;

/** A learner with a schema registry. */
class RegistryTest {
  private final MemoryRegistry registry = new MemoryRegistry();
  private final TopologyFixture learner =
      new TopologyFixture(SPEC, ValueFormat.AVRO, registry, HoldLimits.DEFAULT);

  /** Schemas numbered from 1. */
  private static final class MemoryRegistry implements SchemaRegistry {
    private final List<Schema> schemas = new ArrayList<>();
    private boolean down;

    @Override
    public Schema schema(final int id) {
      if (down) {
        throw new RegistryException("no schema registry answers");
      }
      return schemas.get(id - 1);
    }

    @Override
    public int register(final String subject, final Schema schema) {
      if (!schemas.contains(schema)) {
        schemas.add(schema);
      }
      return schemas.indexOf(schema) + 1;
    }
  }

  @AfterEach
  void close() {
    learner.close();
  }

  @Test
  void bothFormats_areLearned_andVersionsAndDeadLettersAreInTheRegistrys() {
    learner.example(example(0, "a"));
    learner.example(Given.example(1, "b", null));
    learner.example(example(2, "c"));
    learner.settle();

    final List<Snapshot<ModelHead>> versions = new ArrayList<>();
    final var assembler =
        new SnapshotAssembler<>(SnapshotFormat.models(registry), model -> model.equals("m"));
    for (final TestRecord<byte[], byte[]> record : learner.output(Topics.MODELS)) {
      assertThat(record.value()).startsWith(0, 0, 0, 0);
      assembler.accept(record.key(), record.value()).ifPresent(versions::add);
    }
    assertThat(versions.get(versions.size() - 1).head().getTally().getExamples()).isEqualTo(2);
    final byte[] letter = learner.output(Topics.DEAD_LETTERS).get(0).value();
    assertThat(letter).startsWith(0, 0, 0, 0);
    assertThat(AvroSerde.of(DeadLetter.class, registry, Topics.DEAD_LETTERS).decode(letter))
        .extracting(DeadLetter::getReason, DeadLetter::getOffset)
        .containsExactly(Rejection.LABEL, 2L);
  }

  @Test
  void registryThatDoesNotAnswer_stopsTheLearnerAndNoExampleIsLost() {
    learner.example(Given.example(0, "a", null));
    learner.settle();
    registry.down = true;
    final byte[] example = example(1, "b");
    assertThatThrownBy(() -> learner.example(example))
        .hasRootCauseInstanceOf(RegistryException.class);
    assertThat(learner.output(Topics.DEAD_LETTERS)).isEmpty();

    registry.down = false;
    learner.restart(1);
    learner.deliverAgain(1);
    learner.settle();
    final var assembler = new SnapshotAssembler<>(SnapshotFormat.models(registry), m -> true);
    final List<Snapshot<ModelHead>> versions = new ArrayList<>();
    learner
        .output(Topics.MODELS)
        .forEach(r -> assembler.accept(r.key(), r.value()).ifPresent(versions::add));
    assertThat(versions.get(versions.size() - 1).head().getTally().getExamples()).isEqualTo(2);
    assertThat(learner.output(Topics.DEAD_LETTERS)).isEmpty();
  }

  private byte[] example(final int i, final String label) {
    final Point point = new Point(new SparseVector(List.of(i), List.of()), label, null, null);
    return AvroSerde.of(LabeledExample.class, registry, Topics.EXAMPLES)
        .encode(new LabeledExample(null, null, 1.0, point));
  }
}
