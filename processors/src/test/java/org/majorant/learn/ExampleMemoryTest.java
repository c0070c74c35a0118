package org.majorant.learn;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.majorant.features.Dimensions;
import org.majorant.features.Example;
import org.majorant.features.ExampleMapper;
import org.majorant.features.ExampleRoom;
import org.majorant.features.FeatureSpace;
import org.majorant.model.Model;
import org.majorant.model.Predictor;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.ExampleDecoder;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;
import org.majorant.tally.Baselines;

/**
 * For every record of every task, whatever it claims and however it is made: with B its bytes,
 *
 * <pre>
 *   rejected as too large:   decode, map                         allocate ≤ 128 B + C
 *   accepted:                decode, map, score, learn, probe    allocate ≤ room + 128 B + C
 *                            predict                             allocates ≤ room + 128 B + C
 * </pre>
 *
 * <p>where room is an eighth of the heap ({@link ExampleRoom}), and C is 4 MB and what the features
 * that a spec crosses may take, 80 MB. Each record is tried in the smallest heap that accepts it,
 * to a factor of two: there the bound is sharp. A packed record is bounded so for each of its
 * examples, since they follow one another.
 */
class ExampleMemoryTest {
  private static final AvroSerde<LabeledExample> SERDE = AvroSerde.of(LabeledExample.class);
  private static final long MULTIPLE = 128;
  private static final long CONSTANT = 4 << 20;
  private static final long CROSSES = 80 << 20;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @ParameterizedTest
  @EnumSource(LargeExamples.class)
  void example_takesNoMoreMemoryThanItsBytesAndItsRoomExplain(final LargeExamples kind)
      throws RejectedExample {
    for (int seed = 0; seed < 4; seed++) {
      final SplittableRandom random = new SplittableRandom(seed);
      final LabeledExample example = kind.draw(random);
      final byte[] record = SERDE.encode(example);
      assertThat(record.length).isLessThanOrEqualTo(1 << 20);
      final long explained =
          MULTIPLE * record.length + CONSTANT + (kind == LargeExamples.CROSSES ? CROSSES : 0);
      long heap = 1 << 20;
      while (!isAccepted(kind, seed, record, heap, explained)) {
        heap *= 2;
      }
      final long room = heap / 8;
      final String what = kind + ", seed " + seed + ", " + record.length + " bytes, room " + room;
      assertThat(learn(kind.spec(), record, heap))
          .as("learn: " + what)
          .isLessThan(room + explained);
      assertThat(predict(kind.spec(), example)).as("predict: " + what).isLessThan(room + explained);
    }
  }

  private boolean isAccepted(
      final LargeExamples kind,
      final int seed,
      final byte[] record,
      final long heap,
      final long explained) {
    final ExampleMapper mapper = mapper(kind.spec(), heap);
    final long before = threads.getCurrentThreadAllocatedBytes();
    try {
      mapper.decode(record);
      mapper.map();
      return true;
    } catch (final RejectedExample e) {
      final long allocated = threads.getCurrentThreadAllocatedBytes() - before;
      assertThat(e.reason()).as("%s, seed %d: %s", kind, seed, e).isEqualTo(Rejection.LENGTH);
      assertThat(e.getMessage()).doesNotContain("\n").containsAnyOf("heap", "-Xmx");
      assertThat(allocated).as("rejected: %s, seed %d", kind, seed).isLessThan(explained);
      return false;
    }
  }

  private static ExampleMapper mapper(final ModelSpec spec, final long heap) {
    return new ExampleMapper(
        spec, new FeatureSpace(spec, new ExampleRoom(spec, heap)), new ExampleDecoder(1 << 20));
  }

  private long learn(final ModelSpec spec, final byte[] record, final long heap)
      throws RejectedExample {
    final ExampleMapper mapper = mapper(spec, heap);
    final Learner learner = new Learner(spec, new Baselines(Dimensions.of(spec).labels()));
    final SlopeProbe probe = new SlopeProbe(spec);
    probe.move(at -> 0.01 * (at % 7));
    probe.move(at -> 0.02 * (at % 5));
    final long before = threads.getCurrentThreadAllocatedBytes();
    mapper.decode(record);
    final Example x = mapper.map();
    probe.look(x);
    learner.learn(x, 0);
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  private long predict(final ModelSpec spec, final LabeledExample example) throws RejectedExample {
    final Dimensions shape = Dimensions.of(spec);
    final Predictor predictor =
        Predictor.of(
            new Model(
                spec,
                1,
                new double[shape.parameters()],
                new float[shape.parameters()],
                new float[shape.features()]));
    final long before = threads.getCurrentThreadAllocatedBytes();
    predictor.predict(example);
    return threads.getCurrentThreadAllocatedBytes() - before;
  }
}
