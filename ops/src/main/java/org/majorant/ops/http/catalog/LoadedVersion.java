package org.majorant.ops.http.catalog;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.majorant.features.Dimensions;
import org.majorant.features.FeatureNames;
import org.majorant.json.ExampleJson;
import org.majorant.model.Predictor;
import org.majorant.ops.read.FeatureWeight;
import org.majorant.ops.read.NumberCurve;
import org.majorant.row.KnownColumns;
import org.majorant.schema.ModelHead;
import org.majorant.schema.NameCount;
import org.majorant.store.ModelVersion;

/** A version whose parameters are in memory, and what was found out of them. Thread-safe. */
public final class LoadedVersion {
  private final ModelVersion version;
  private final Predictor predictor;
  private final ExampleJson json;
  private final KnownColumns columns;
  private final Map<Integer, List<FeatureWeight>> weights = new ConcurrentHashMap<>(); // by label
  private final Map<Integer, Effects> effects = new ConcurrentHashMap<>(); // likewise

  /**
   * What numbers do for a label, and pairs of columns; neither without views.
   *
   * @param curves the strongest first
   */
  public record Effects(List<NumberCurve> curves, List<FeatureWeight> pairs) {}

  LoadedVersion(final ModelVersion version) {
    this.version = version;
    predictor = Predictor.of(version.model());
    json = ExampleJson.of(version.head().getSpec());
    columns =
        new KnownColumns(
            version.head().getSpec(),
            version.head().getNames().stream().map(NameCount::getName).toList());
  }

  /**
   * The memory that the parameters of a version take, bytes: a weight and a precision each, and the
   * root mean square of each feature.
   */
  static long bytes(final ModelHead head) {
    final Dimensions shape = Dimensions.of(head.getSpec());
    return shape.parameters() * (Double.BYTES + Float.BYTES)
        + (long) shape.features() * Float.BYTES;
  }

  public ModelVersion version() {
    return version;
  }

  public Predictor predictor() {
    return predictor;
  }

  /** Reads the examples that it predicts. */
  public ExampleJson json() {
    return json;
  }

  /** The columns of rows that it knows. */
  public KnownColumns columns() {
    return columns;
  }

  public FeatureNames names() {
    return new FeatureNames(version.head().getSpec(), version.head().getNames());
  }

  /**
   * The heaviest features of one label, heaviest first; found once.
   *
   * @param label its place in the spec; of choices, which have none, 0
   */
  public List<FeatureWeight> weights(final int label) {
    return weights.computeIfAbsent(label, y -> FeatureWeight.heaviest(version.model(), names(), y));
  }

  /**
   * What numbers and pairs do for one label; found once.
   *
   * @param label its place in the spec; of choices, which have none, 0
   */
  public Effects effects(final int label) {
    return effects.computeIfAbsent(
        label,
        y ->
            new Effects(
                NumberCurve.strongest(version.model(), y, NumberCurve.MOST),
                FeatureWeight.strongestPairs(version.model(), names(), y)));
  }
}
