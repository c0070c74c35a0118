package org.majorant.file.train;

import java.util.List;
import java.util.Optional;
import org.majorant.model.Model;
import org.majorant.schema.ModelHead;
import org.majorant.spec.Fingerprint;
import org.majorant.store.ModelVersion;

/** What heads of trained versions have in common: they come from a file, which has no offsets. */
final class TrainedHead {
  private TrainedHead() {}

  /**
   * A head that lacks its tally, objective, bound and names.
   *
   * @param source names what the model was trained on
   * @param parent the version before
   */
  static ModelHead.Builder of(
      final Model model, final String source, final Optional<ModelVersion> parent) {
    final long before = parent.map(ModelVersion::version).orElse(0L);
    return ModelHead.newBuilder()
        .setModel(model.spec().getModel())
        .setVersion(before + 1)
        .setParent(before)
        .setBase(0)
        .setSpec(model.spec())
        .setFingerprint(Fingerprint.of(model.spec()))
        .setBlocks(0)
        .setChecksum(0)
        .setLineage(List.of())
        .setCreated(System.currentTimeMillis())
        .setStepNorm(distance(model.weights(), parent))
        .setSource(source)
        .setMoments(model.moments())
        .setMembers(model.members())
        .setCommonSquare(model.commonSquare());
  }

  /** Euclidean length of the weights' change since the version before; since 0 where none is. */
  private static double distance(final double[] weights, final Optional<ModelVersion> parent) {
    final double[] from =
        parent.map(version -> version.model().weights()).orElse(new double[weights.length]);
    double squares = 0;
    for (int at = 0; at < weights.length; at++) {
      squares += (weights[at] - from[at]) * (weights[at] - from[at]);
    }
    return Math.sqrt(squares);
  }
}
