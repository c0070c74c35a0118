package org.majorant.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.majorant.features.Dimensions;
import org.majorant.features.FeatureMoments;
import org.majorant.features.Views;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.Curvature;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.Member;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;

/** Models with views that nothing has taught, and examples of two numbers and two categories. */
final class RandomViews {
  private static final int FIRST = 200;

  private RandomViews() {}

  /**
   * @param precision of all weights, about
   */
  static Model model(final ModelSpec spec, final double precision, final Random random) {
    final Dimensions d = Dimensions.of(spec);
    final float[] precisions = new float[d.parameters()];
    for (int i = 0; i < precisions.length; i++) {
      precisions[i] = (float) (precision * (0.5 + random.nextDouble()));
    }
    final float[] rms = new float[d.features()];
    Arrays.fill(rms, 8); // so that nothing is clipped
    final double[] weights = random.doubles(d.parameters(), -0.3, 0.3).toArray();
    final Model model = new Model(spec, 1, weights, precisions, rms).scaledBy(1);
    final AvroSerde<LabeledExample> serde = AvroSerde.of(LabeledExample.class);
    final List<byte[]> first =
        random.ints(FIRST).mapToObj(i -> serde.encode(example(random))).toList();
    final boolean standardized = spec.getFeatures().getStandardize() > 0;
    return (standardized ? model.with(FeatureMoments.of(spec, first)) : model)
        .mixing(members(spec, random));
  }

  private static List<Member> members(final ModelSpec spec, final Random random) {
    final Views views = Views.of(spec);
    final Mixture mixture = Mixture.of(spec);
    final List<double[]> others = new ArrayList<>();
    for (final Reading reading : mixture.eachReading().subList(1, mixture.readings())) {
      final boolean stack = reading.view() == views.blocks().size();
      final boolean full =
          !stack && views.spec(views.blocks().get(reading.view())).getCurvature() == Curvature.FULL;
      final int size =
          full ? views.blocks().get(reading.view()).size() * Dimensions.of(spec).vectors() : 0;
      final boolean own = full && reading.prior() != 1;
      others.add(own ? random.doubles(size, -0.3, 0.3).toArray() : null);
    }
    return mixture.members(random.doubles(mixture.size(), 0, 2).boxed().toList(), others);
  }

  /** The same, in which the stack predicts alone, as sure as it is. */
  static Model onlyStack(final Model model) {
    final int stack = Views.of(model.spec()).blocks().size();
    return model.mixing(
        model.members().stream()
            .map(
                m ->
                    new Member(
                        m.getPrior(),
                        m.getTemperature(),
                        m.getView() == stack && m.getTemperature() == 1 ? 1.0 : 0.0,
                        m.getWeights(),
                        m.getHalfLife(),
                        m.getView()))
            .toList());
  }

  static LabeledExample example(final Random random) {
    return example(
        Map.of(
            "u",
            9 * random.nextFloat() - 3,
            "v",
            (float) random.nextGaussian(),
            "colour=" + random.nextInt(3),
            1f,
            "shape=" + random.nextInt(3),
            1f));
  }

  static LabeledExample example(final Map<String, Float> features) {
    final NamedFeatures named =
        new NamedFeatures(List.copyOf(features.keySet()), List.copyOf(features.values()));
    return new LabeledExample(null, null, 1.0, new Point(named, null, null, null));
  }
}
