package org.majorant.ops.http;

import io.javalin.http.NotFoundResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.majorant.features.Dimensions;
import org.majorant.features.FeatureNames;
import org.majorant.model.Predictor;
import org.majorant.ops.client.FeatureWeight;
import org.majorant.schema.ModelHead;
import org.majorant.store.KeptVersions;
import org.majorant.store.ModelVersion;
import org.majorant.store.PackedVersion;
import org.majorant.store.Snapshot;

/**
 * The versions of one model at a moment: heads of those that are kept, and the parameters of the
 * newest, which stay packed until somebody asks. Immutable to its users, so thread-safe.
 */
final class PublishedModel {
  private final KeptVersions kept;
  private final PackedVersion last; // which a delta may follow
  private final PackedVersion newest;
  private final EarlierVersions earlier;
  private final TallyWindow tallies;
  private final Map<Integer, List<FeatureWeight>> weights = new ConcurrentHashMap<>();
  private Predictor predictor;

  private PublishedModel(
      final KeptVersions kept,
      final PackedVersion last,
      final PackedVersion newest,
      final EarlierVersions earlier,
      final TallyWindow tallies) {
    this.kept = kept;
    this.last = last;
    this.newest = newest;
    this.earlier = earlier;
    this.tallies = tallies;
  }

  /**
   * A model with one version more.
   *
   * @param known the model so far; null where this is its first version
   * @throws org.majorant.store.StoreException if the version cannot be unpacked
   */
  static PublishedModel with(final PublishedModel known, final Snapshot<ModelHead> snapshot) {
    final PackedVersion next = PackedVersion.after(known == null ? null : known.last, snapshot);
    final KeptVersions all = (known == null ? KeptVersions.NONE : known.kept).with(snapshot.head());
    final boolean newer = known == null || all != known.kept;
    final EarlierVersions earlier = known == null ? EarlierVersions.NONE : known.earlier;
    final TallyWindow tallies = known == null ? TallyWindow.NONE : known.tallies;
    return newer
        ? new PublishedModel(all, next, next, earlier.with(next), tallies.with(snapshot.head()))
        : new PublishedModel(all, next, known.newest, earlier, tallies);
  }

  /** Those that the topic keeps, ascending; at least one. */
  List<ModelHead> versions() {
    return List.copyOf(kept.heads().values());
  }

  /** Those of the last day that the topic does not keep any more, and that are remembered here. */
  List<ModelHead> earlier() {
    return earlier.all().stream()
        .filter(version -> !kept.heads().containsKey(version.version()))
        .map(PackedVersion::head)
        .toList();
  }

  /**
   * A version with its parameters; empty where it is not remembered here, and has to be read.
   *
   * @throws org.majorant.store.StoreException if its bytes are not a model's parameters
   */
  Optional<ModelVersion> remembered(final long version) {
    return earlier.version(version).map(PackedVersion::unpack);
  }

  ModelHead newest() {
    return newest.head();
  }

  /** What was scored up to the newest version, and some minutes before. */
  TallyWindow tallies() {
    return tallies;
  }

  /**
   * Predicts with the newest version.
   *
   * @throws org.majorant.store.StoreException if its bytes are not a model's parameters
   */
  synchronized Predictor predictor() {
    if (predictor == null) {
      predictor = Predictor.of(newest.unpack().model());
    }
    return predictor;
  }

  /**
   * The heaviest features of one label, heaviest first; found once a version.
   *
   * @param label its place in the spec; of choices, which have none, 0
   */
  List<FeatureWeight> weights(final int label) {
    return weights.computeIfAbsent(
        label, y -> FeatureWeight.heaviest(predictor().model(), names(), y));
  }

  /**
   * The place of a label in the spec, 0 where there are none.
   *
   * @param wanted null: the last one
   * @throws NotFoundResponse saying which there are
   */
  int label(final String wanted) {
    final List<String> labels = newest.head().getSpec().getLabels();
    if (wanted == null) {
      return Math.max(0, labels.size() - 1);
    }
    final int label = labels.indexOf(wanted);
    if (label < 0) {
      throw new NotFoundResponse(
          labels.isEmpty()
              ? "a model of choices or graphs has no labels: leave ?label= out"
              : "no label '%s': there are %s".formatted(wanted, String.join(", ", labels)));
    }
    return label;
  }

  /** A label's name; null where there are none. */
  String labelName(final int label) {
    final List<String> labels = newest.head().getSpec().getLabels();
    return labels.isEmpty() ? null : labels.get(label);
  }

  private FeatureNames names() {
    return new FeatureNames(newest.head().getSpec(), newest.head().getNames());
  }

  /** The number of labels. */
  int labels() {
    return Dimensions.of(newest.head().getSpec()).labels();
  }
}
