package org.majorant.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.model.Model;
import org.majorant.schema.Hashed;
import org.majorant.schema.Indexed;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Moments;
import org.majorant.schema.Named;
import org.majorant.schema.Task;
import org.majorant.schema.Transition;

class ModelCodecTest {
  @Test
  void bytes_lie_as_documented() {
    final ModelSpec spec = Given.spec("a", new Indexed(4), 3);
    final double[] weights = new double[15];
    final float[] precision = new float[15];
    final float[] rms = new float[5];
    weights[1 * 3 + 2] = 0.5;
    precision[1 * 3] = 7;
    rms[4] = 2;

    final byte[] bytes = ModelCodec.encode(new Model(spec, 1, weights, precision, rms));

    final ByteBuffer expected = ByteBuffer.allocate(92).order(ByteOrder.LITTLE_ENDIAN);
    expected.putInt(2).putInt(1).putInt(4);
    expected.putDouble(0).putDouble(0).putDouble(0.5).putDouble(0).putDouble(0).putDouble(0);
    expected.putFloat(7).putFloat(0).putFloat(0).putFloat(0).putFloat(0).putFloat(0);
    expected.putFloat(0).putFloat(2);
    assertThat(bytes).isEqualTo(expected.array());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void parameters_of_any_spec_come_back(final long seed) {
    final SplittableRandom random = new SplittableRandom(seed);
    for (final Object space :
        List.of(new Indexed(17), new Hashed(6), new Named(List.of("x", "y", "z")))) {
      final int features = 1 + (space instanceof Indexed ? 17 : space instanceof Hashed ? 64 : 3);
      for (final int labels : new int[] {2, 3, 7}) {
        final ModelSpec spec = Given.spec("a", space, labels);
        comesBack(model(spec, features, labels == 2 ? 1 : labels, random));
      }
    }
  }

  /** What a subscriber decodes by is in the version's head. */
  @Test
  void transitions_that_are_forbidden_come_back() {
    final ModelSpec spec = Given.spec("a", new Indexed(4), 3);
    spec.setTask(Task.SEQUENCE);
    spec.setForbidden(List.of(new Transition(null, "2"), new Transition("0", "2")));
    comesBack(model(spec, 8, 3, new SplittableRandom(1)));
  }

  @Test
  void million_features_come_back_in_time() {
    final ModelSpec spec = Given.spec("a", new Indexed(999_999), 2);
    final Model model = model(spec, 1_000_000, 1, new SplittableRandom(1));
    Arrays.fill(model.rms(), 1);

    assertTimeout(Duration.ofSeconds(5), () -> comesBack(model));
  }

  private static Model model(
      final ModelSpec spec, final int features, final int vectors, final SplittableRandom random) {
    final double[] weights = new double[features * vectors];
    final float[] precision = new float[features * vectors];
    final float[] rms = new float[features];
    for (int i = 0; i < features; i++) {
      if (random.nextBoolean()) {
        rms[i] = random.nextInt(3);
        for (int k = i * vectors; k < (i + 1) * vectors; k++) {
          weights[k] = random.nextBoolean() ? random.nextDouble(-1, 1) : 1;
          precision[k] = (float) random.nextDouble();
        }
      }
    }
    return new Model(spec, 3, weights, precision, rms);
  }

  private static void comesBack(final Model model) {
    final List<SnapshotRecord> records =
        SnapshotFormat.MODELS.split(
            Given.head(model.spec(), model.version()), ModelCodec.encode(model), Given.KEEP);
    final Model back =
        PackedVersion.after(
                null,
                SnapshotAssemblerTest.feed(
                        new SnapshotAssembler<>(SnapshotFormat.MODELS, name -> true), records)
                    .get(0))
            .unpack()
            .model();

    assertThat(back.spec()).isEqualTo(model.spec());
    assertThat(back.version()).isEqualTo(model.version());
    assertThat(Arrays.equals(back.weights(), model.weights())).isTrue();
    assertThat(Arrays.equals(back.precision(), model.precision())).isTrue();
    assertThat(Arrays.equals(back.rms(), model.rms())).isTrue();
  }

  @Test
  void bytes_of_wrong_length_order_or_range_are_refused_in_one_line() {
    final ModelHead head = Given.head("a", 3);
    final byte[] good =
        ModelCodec.encode(
            new Model(head.getSpec(), 3, new double[] {1, 2, 3, 4, 5}, new float[5], new float[5]));
    for (int length = 0; length < good.length; length++) {
      refused(head, Arrays.copyOf(good, length));
    }
    refused(head, Arrays.copyOf(good, good.length + 1));
    refused(head, with(good, 0, -1));
    refused(head, with(good, 0, Integer.MAX_VALUE));
    refused(head, with(good, 4, -1));
    refused(head, with(good, 4, 1));
    refused(head, with(good, 20, 5));
    refused(head, with(good, 20, Integer.MIN_VALUE));
    assertThat(ModelCodec.decode(head, good).weights()).containsExactly(1, 2, 3, 4, 5);
  }

  @Test
  void head_withoutTheMomentsThatItsSpecNeeds_isRefused() {
    final ModelHead head = Given.head("a", 3);
    final byte[] good =
        ModelCodec.encode(
            new Model(head.getSpec(), 3, new double[5], new float[5], new float[] {1, 1, 1, 1, 1}));
    head.getSpec().getFeatures().setStandardize(9);
    refused(head, good);
    final Moments moments =
        new Moments(
            9L, List.of(1., 2., 3., 4.), List.of(1., 2., 3., 4.), List.of(), List.of(), List.of());
    head.setMoments(moments);
    assertThat(ModelCodec.decode(head, good).moments()).isEqualTo(moments);
    head.setMoments(new Moments(9L, List.of(1.), List.of(1.), List.of(), List.of(), List.of()));
    refused(head, good);
  }

  private static byte[] with(final byte[] bytes, final int at, final int value) {
    final byte[] copy = bytes.clone();
    ByteBuffer.wrap(copy).order(ByteOrder.LITTLE_ENDIAN).putInt(at, value);
    return copy;
  }

  private static void refused(final ModelHead head, final byte[] bytes) {
    assertThatThrownBy(() -> ModelCodec.decode(head, bytes))
        .isInstanceOf(StoreException.class)
        .hasMessageStartingWith("model a version 3 is corrupt: ")
        .hasMessageNotContaining("\n");
  }

  @Test
  void parameters_that_do_not_fit_the_spec_are_refused() {
    final ModelSpec spec = Given.spec("a", new Indexed(4), 2);
    assertThatThrownBy(
            () -> ModelCodec.encode(new Model(spec, 1, new double[5], new float[5], new float[4])))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
