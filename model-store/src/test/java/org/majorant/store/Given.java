package org.majorant.store;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.majorant.model.Model;
import org.majorant.schema.Curvature;
import org.majorant.schema.FeatureSpec;
import org.majorant.schema.Indexed;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.SurrogateHead;
import org.majorant.schema.Tally;
import org.majorant.schema.Task;

/** What the tests of this package start from. */
final class Given {
  static final int KEEP = 3;

  static {
    // Avro's builders trust the schemas' classes only once the serdes have vouched for them.
    SnapshotFormat.MODELS.topic();
  }

  private Given() {}

  static ModelSpec spec(final String model, final Object space, final int labels) {
    return ModelSpec.newBuilder()
        .setModel(model)
        .setTask(Task.MULTICLASS)
        .setLabels(IntStream.range(0, labels).mapToObj(i -> "" + i).toList())
        .setInput(Topics.EXAMPLES)
        .setFeatures(FeatureSpec.newBuilder().setSpace(space).setIntercept(true).build())
        .setL2(0.3)
        .setCurvature(Curvature.DIAGONAL)
        .setRank(0)
        .setBatch(256)
        .setPublishIntervalMillis(1000)
        .setKeepVersions(KEEP)
        .build();
  }

  static ModelHead head(final ModelSpec spec, final long version) {
    return ModelHead.newBuilder()
        .setModel(spec.getModel())
        .setVersion(version)
        .setParent(version - 1)
        .setBase(version)
        .setSpec(spec)
        .setFingerprint(0)
        .setBlocks(0)
        .setChecksum(0)
        .setLineage(List.of())
        .setTally(tally())
        .setCreated(0)
        .setObjective(0.5)
        .setBound(0.6)
        .setStepNorm(0.1)
        .build();
  }

  static ModelHead head(final String model, final long version) {
    return head(spec(model, new Indexed(4), 2), version);
  }

  static SurrogateHead base(final String model, final long base) {
    return SurrogateHead.newBuilder()
        .setModel(model)
        .setBase(base)
        .setVersion(0)
        .setSpec(0)
        .setBlocks(0)
        .setChecksum(0)
        .setLineage(List.of())
        .setTally(tally())
        .build();
  }

  /** A version of a small model whose first weight is its version, as records. */
  static List<SnapshotRecord> version(final String model, final long version) {
    final ModelHead head = head(model, version);
    final double[] weights = {version, 0, 0, 0, -1};
    final Model parameters =
        new Model(head.getSpec(), version, weights, new float[5], new float[5]);
    return SnapshotFormat.MODELS.split(head, ModelCodec.encode(parameters), KEEP);
  }

  static byte[] bytes(final int length, final long seed) {
    final byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private static Tally tally() {
    return Tally.newBuilder().setSlackMin(Double.POSITIVE_INFINITY).build();
  }
}
