package org.majorant.ops.onnx;

import java.util.List;
import org.majorant.features.Dimensions;
import org.majorant.features.Views;
import org.majorant.model.Model;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.schema.FeatureSpec;
import org.majorant.schema.Member;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RandomFourier;
import org.majorant.schema.Task;
import org.majorant.schema.View;
import org.majorant.spec.Spelling;

/** What a model has that no ONNX file can say, in one line with what to do instead. */
final class OnnxLimits {
  /** A message has 2 GB; the rest is for all that are no weights. */
  private static final long MOST_BYTES = 2_000_000_000;

  /** Of which pairs have a place each. */
  private static final int MOST_CROSSED = 724;

  private OnnxLimits() {}

  /**
   * @throws CommandFailed where the model has such a thing
   */
  static void require(final Model model) {
    final Task task = model.spec().getTask();
    require(task == Task.MULTICLASS, model, "is not for 'task: %s'", Spelling.of(task));
    final FeatureSpec features = model.spec().getFeatures();
    final boolean crosses = model.spec().getViews().contains(View.CROSSES);
    require(
        !crosses || PointInputs.isDense(model) && !Views.sharePlaces(features),
        model,
        "says 'views: [crosses]' of up to %d features, each number counted as five, and not of hashed ones",
        MOST_CROSSED);
    require(!(features.getExpansion() instanceof RandomFourier), model, "does not say 'rff'");
    require(
        features.getBuckets().isEmpty() && features.getCrosses().isEmpty(),
        model,
        "has no names of features, of which 'bucket' and 'cross' make others");
    final double bytes =
        PointScores.readers(model).stream()
            .mapToDouble(reader -> Double.BYTES * weights(model.spec(), reader))
            .sum();
    require(bytes <= MOST_BYTES, model, "has 2 GB at most, and these weights %.1f", bytes / 1e9);
  }

  /** How many weights a member reads; those of the stack are few. */
  private static double weights(final ModelSpec spec, final Member reader) {
    final Dimensions shape = Dimensions.of(spec);
    if (!Views.areIn(spec)) {
      return shape.parameters();
    }
    final List<Views.Block> blocks = Views.of(spec).blocks();
    final int view = reader.getView();
    return view < blocks.size() ? (double) blocks.get(view).size() * shape.vectors() : 0;
  }

  private static void require(
      final boolean holds, final Model model, final String otherwise, final Object... details) {
    if (!holds) {
      throw new CommandFailed(
          ("'%s' cannot be an ONNX file, which %s: predict by 'ops/majorant predict', by"
                  + " POST /api/models/%1$s/predict, or in Java by majorant-model-store")
              .formatted(model.spec().getModel(), otherwise.formatted(details)));
    }
  }
}
