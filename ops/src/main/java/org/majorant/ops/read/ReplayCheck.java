package org.majorant.ops.read;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.majorant.merge.Base;
import org.majorant.model.Model;
import org.majorant.replay.RebuiltVersion;
import org.majorant.schema.ModelHead;
import org.majorant.store.ModelCodec;
import org.majorant.store.ModelVersion;
import org.majorant.store.Topics;

/**
 * A version that was rebuilt from its summaries, held against what was recorded of it, and against
 * the published one where that is still kept.
 *
 * @param bases that were merged again
 * @param summaries that were merged into them
 * @param bytes of the summaries that were read
 * @param kept whether the published version is still on the model topic
 * @param weights how many a version has
 * @param differing weights that are others than the published ones
 * @param largest difference of a weight
 * @param difference the first thing that is another than before; null: all is the same, bit for bit
 */
public record ReplayCheck(
    String model,
    long version,
    long bases,
    long summaries,
    long bytes,
    boolean kept,
    int weights,
    int differing,
    double largest,
    String difference) {
  /** Compares them. */
  public static ReplayCheck of(
      final RebuiltVersion rebuilt, final Optional<ModelVersion> published) {
    final double[] weights = rebuilt.model().weights();
    final double[] before =
        published
            .map(ModelVersion::model)
            .map(Model::weights)
            .filter(kept -> kept.length == weights.length)
            .orElse(weights);
    int differing = 0;
    double largest = 0;
    for (int at = 0; at < weights.length; at++) {
      if (Double.doubleToRawLongBits(weights[at]) != Double.doubleToRawLongBits(before[at])) {
        differing++;
        largest = Math.max(largest, Math.abs(weights[at] - before[at]));
      }
    }
    return new ReplayCheck(
        rebuilt.base().head().getModel(),
        rebuilt.model().version(),
        rebuilt.bases(),
        rebuilt.summaries(),
        rebuilt.bytes(),
        published.isPresent(),
        weights.length,
        differing,
        largest,
        rebuilt
            .difference()
            .or(() -> published.flatMap(kept -> difference(rebuilt, kept)))
            .orElse(null));
  }

  private static Optional<String> difference(
      final RebuiltVersion rebuilt, final ModelVersion kept) {
    final ModelHead head = kept.head();
    final Base base = rebuilt.base();
    final boolean same =
        Arrays.equals(ModelCodec.encode(rebuilt.model()), ModelCodec.encode(kept.model()))
            && head.getBase() == base.head().getBase()
            && head.getLineage().equals(base.head().getLineage())
            && Objects.equals(head.getMoments(), base.head().getMoments())
            && head.getTally().equals(base.head().getTally())
            && head.getAlarms().equals(base.head().getAlarms())
            && head.getNames().equals(rebuilt.names());
    return same
        ? Optional.empty()
        : Optional.of("version %d on %s differs".formatted(head.getVersion(), Topics.MODELS));
  }

  /** Whether all is the same, bit for bit. */
  public boolean isIdentical() {
    return difference == null;
  }

  /** For people. */
  public String line() {
    return "version %d of %s from %,d bases, %,d summaries, %,d bytes: %s%s"
        .formatted(
            version,
            model,
            bases,
            summaries,
            bytes,
            isIdentical() ? "identical, bit for bit" : how(),
            kept ? "" : " (by its checksum; " + Topics.MODELS + " no longer keeps it)");
  }

  private String how() {
    return kept
        ? "%,d of %,d weights differ, by up to %.3g".formatted(differing, weights, largest)
        : "not the same";
  }
}
