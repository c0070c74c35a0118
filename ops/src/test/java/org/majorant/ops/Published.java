package org.majorant.ops;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.majorant.features.Dimensions;
import org.majorant.features.FeatureMoments;
import org.majorant.features.FeatureSpace;
import org.majorant.features.SparsePoint;
import org.majorant.features.Views;
import org.majorant.model.Mixture;
import org.majorant.model.Model;
import org.majorant.model.Reading;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.Curvature;
import org.majorant.schema.DriftAlarm;
import org.majorant.schema.DriftMove;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.Member;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NameCount;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.Point;
import org.majorant.schema.Tally;
import org.majorant.spec.SpecFile;
import org.majorant.store.ModelCodec;
import org.majorant.store.Snapshot;
import org.majorant.tally.Baselines;
import org.majorant.tally.ProgressiveTally;
import org.majorant.tally.Tallies;

/** Versions as the model topic has them, without a topic. */
public final class Published {
  public static final ModelSpec COLOURS =
      SpecFile.read(
          "{model: colours, labels: [red, green, blue], features: {names: [warm, cold]},"
              + " publish: {keep-versions: 2}}");
  public static final List<String> NUMBERS = List.of("u", "v", "w");
  public static final double[] WEIGHTS = {1.5, 0, -2, -1, 0.5, 3, 0.25, 0, 0};

  /** Of which most weight is on a weak prior, and the last is hardly there. */
  public static final List<Member> MEMBERS =
      List.of(
          new Member(1.0, 1.0, 0.195, null, 0.0, 0),
          new Member(0.1, 1.5, 0.6, ofItsPrior(), 0.0, 0),
          new Member(0.1, 2.0, 0.2, null, 0.0, 0),
          new Member(10.0, 0.5, 0.005, ofItsPrior(), 0.0, 0));

  private Published() {}

  private static ByteBuffer ofItsPrior() {
    return ByteBuffer.allocate(Double.BYTES * WEIGHTS.length);
  }

  public static Snapshot<ModelHead> version(final long version) {
    return version(model(COLOURS, version, WEIGHTS));
  }

  /**
   * The same, after so many examples were predicted: all of them red, and every fourth as green;
   * the prediction's probability was three quarters.
   */
  public static Snapshot<ModelHead> scored(final long version, final int examples) {
    final ProgressiveTally progress = new ProgressiveTally(COLOURS, new Baselines(3));
    final SparsePoint x = new SparsePoint();
    x.weight = 1;
    for (int i = 0; i < examples; i++) {
      progress.open(x);
      progress.count(0, i % 4 == 3 ? 1 : 0, 0.75);
      progress.add(0.5);
    }
    return version(model(COLOURS, version, WEIGHTS), List.of(), progress.take());
  }

  /** The same, predicted by {@link #MEMBERS}. */
  public static Snapshot<ModelHead> mixed(final long version) {
    return version(model(COLOURS, version, WEIGHTS).mixing(MEMBERS));
  }

  /** Whose labels were flipped, after so many examples. */
  public static Snapshot<ModelHead> drifted(final long version, final long examples) {
    final Snapshot<ModelHead> drifted = mixed(version);
    final DriftMove loss = new DriftMove("loss", null, 0.34, 1.25, null);
    final DriftMove share = new DriftMove("label", "green", 0.24, 0.76, null);
    final List<PartitionOffset> lineage = List.of(new PartitionOffset(0, examples));
    drifted
        .head()
        .setAlarms(
            List.of(
                new DriftAlarm(
                    9_000L, 8_900L, examples, lineage, List.of(loss, share), 0.5, 0.004)));
    return drifted;
  }

  public static Snapshot<ModelHead> version(final Model model) {
    return version(model, List.of());
  }

  public static Snapshot<ModelHead> version(final Model model, final List<NameCount> names) {
    return version(model, names, Tallies.empty());
  }

  /** The same with a tally; published as many seconds after the epoch as its number is. */
  public static Snapshot<ModelHead> version(
      final Model model, final List<NameCount> names, final Tally tally) {
    final ModelHead head =
        new ModelHead(
            model.spec().getModel(),
            model.version(),
            model.version() - 1,
            model.version(),
            model.spec(),
            0L,
            1,
            0L,
            List.of(),
            tally,
            1000 * model.version(),
            0.5,
            0.75,
            2.0,
            null,
            model.moments(),
            names,
            0L,
            null,
            model.members(),
            model.commonSquare(),
            null,
            List.of(),
            null);
    return new Snapshot<>(head, ModelCodec.encode(model));
  }

  /** A model of sentences that knows that Oslo is a place, and nothing else. */
  public static Model places(final long version) {
    final ModelSpec spec =
        SpecFile.read(
            "{model: places, task: sequence, labels: [O, B-LOC], features: {hash-bits: 16}}");
    final double[] weights = new double[Dimensions.of(spec).parameters()];
    weights[2 * new FeatureSpace(spec).indexOf("word=Oslo") + 1] = 3;
    return model(spec, version, weights);
  }

  /**
   * A model with views of {@link #NUMBERS} that nothing has taught.
   *
   * @param labels as a spec has them
   */
  public static Model views(final String labels, final int seed) {
    final ModelSpec spec =
        SpecFile.read(
            "{model: m, labels: %s, views: [linear, hats, products], features: {names: %s, standardize: true}}"
                .formatted(labels, NUMBERS));
    final SplittableRandom random = new SplittableRandom(seed);
    final int size = Dimensions.of(spec).parameters();
    final AvroSerde<LabeledExample> serde = AvroSerde.of(LabeledExample.class);
    final List<byte[]> records =
        random
            .ints(100)
            .mapToObj(i -> random.doubles(NUMBERS.size(), -3, 9).boxed().toList())
            .map(values -> serde.encode(numbers(values)))
            .toList();
    return model(spec, 1, random.doubles(size, -1, 1).toArray())
        .with(FeatureMoments.of(spec, records))
        .mixing(members(spec, random, List.of()));
  }

  /** An example of the numbers of {@link #views}. */
  public static LabeledExample numbers(final List<Double> values) {
    final List<Float> floats = values.stream().map(Double::floatValue).toList();
    final NamedFeatures features = new NamedFeatures(NUMBERS, floats);
    return new LabeledExample(null, null, 1.0, new Point(features, null, null, null));
  }

  /**
   * Members of a spec's mixture, with random weights of their own where these do not follow.
   *
   * @param losses of each; empty: they weigh alike
   */
  public static List<Member> members(
      final ModelSpec spec, final RandomGenerator random, final List<Double> losses) {
    final Mixture mixture = Mixture.of(spec);
    return mixture.members(
        losses,
        mixture.eachReading().stream()
            .skip(1)
            .map(reading -> random.doubles(ownWeights(spec, reading), -1, 1).toArray())
            .map(own -> own.length == 0 ? null : own)
            .toList());
  }

  /** How many weights members of a reading but the first have themselves. */
  private static int ownWeights(final ModelSpec spec, final Reading reading) {
    final Dimensions shape = Dimensions.of(spec);
    if (!Views.areIn(spec)) {
      return spec.getCurvature() == Curvature.FULL ? shape.parameters() : 0;
    }
    if (reading.prior() == 1 && reading.halfLife() == 0) {
      return 0; // a view's, or the stack's, whose weights the parameters are
    }
    final Views.Block block = Views.of(spec).blocks().get(reading.view());
    final Curvature curvature = Views.of(spec).spec(block).getCurvature();
    final boolean follows = curvature == Curvature.DIAGONAL && reading.halfLife() == 0;
    return follows ? 0 : block.size() * shape.vectors();
  }

  /** A model that has seen each feature, whose weights have a standard deviation of ½. */
  public static Model model(final ModelSpec spec, final long version, final double[] weights) {
    final float[] precision = new float[weights.length];
    Arrays.fill(precision, 4);
    final float[] rms = new float[Dimensions.of(spec).features()];
    Arrays.fill(rms, 1);
    return new Model(spec, version, weights, precision, rms);
  }
}
