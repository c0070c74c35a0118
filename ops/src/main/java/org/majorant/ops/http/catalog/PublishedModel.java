package org.majorant.ops.http.catalog;

import io.javalin.http.NotFoundResponse;
import java.util.List;
import java.util.Optional;
import org.majorant.features.Dimensions;
import org.majorant.schema.ModelHead;
import org.majorant.store.KeptVersions;
import org.majorant.store.ModelVersion;
import org.majorant.store.PackedVersion;
import org.majorant.store.Snapshot;

/**
 * The versions of one model at a moment: heads of those that are kept, and of some the parameters,
 * which stay packed. Of a large model that is not learned here, there are heads alone. Immutable.
 */
public final class PublishedModel {
  private final KeptVersions kept;
  private final PackedVersion last; // which a delta may follow; null: its head alone is known
  private final ModelHead newest;
  private final PackedVersion parameters; // the newest's; null: its head alone is known
  private final EarlierVersions earlier;
  private final TallyWindow tallies;

  private PublishedModel(
      final KeptVersions kept,
      final PackedVersion last,
      final ModelHead newest,
      final PackedVersion parameters,
      final EarlierVersions earlier,
      final TallyWindow tallies) {
    this.kept = kept;
    this.last = last;
    this.newest = newest;
    this.parameters = parameters;
    this.earlier = earlier;
    this.tallies = tallies;
  }

  /**
   * A model with one version more.
   *
   * @param known the model so far; null where this is its first version
   * @param learned whether it is learned here, so that earlier versions are remembered
   * @throws org.majorant.store.StoreException if the version cannot be unpacked
   */
  static PublishedModel with(
      final PublishedModel known, final Snapshot<ModelHead> snapshot, final boolean learned) {
    final PackedVersion next = packed(known == null ? null : known.last, snapshot);
    final ModelHead head =
        next == null
            ? ModelHead.newBuilder(snapshot.head()).setNames(List.of()).build()
            : next.head();
    final ModelHead keeping = next == null ? head : snapshot.head();
    final KeptVersions all = (known == null ? KeptVersions.NONE : known.kept).with(keeping);
    final boolean newer = known == null || all != known.kept;
    final EarlierVersions earlier = known == null ? EarlierVersions.NONE : known.earlier;
    final TallyWindow tallies = known == null ? TallyWindow.NONE : known.tallies;
    return newer
        ? new PublishedModel(
            all,
            next,
            head,
            next,
            learned && next != null ? earlier.with(next) : earlier,
            tallies.with(head, learned ? TallyWindow.FINE : TallyWindow.COARSE))
        : new PublishedModel(all, next, known.newest, known.parameters, earlier, tallies);
  }

  /** Null where there is only its head, or it is a delta of such a version. */
  private static PackedVersion packed(
      final PackedVersion before, final Snapshot<ModelHead> snapshot) {
    final boolean alone = before == null && snapshot.head().getSnapshot() != 0;
    return snapshot.data() == null || alone ? null : PackedVersion.after(before, snapshot);
  }

  /** Those that the topic keeps, ascending; at least one. */
  public List<ModelHead> versions() {
    return List.copyOf(kept.heads().values());
  }

  /** Those of the last day that the topic does not keep any more, and that are remembered here. */
  public List<ModelHead> earlier() {
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
    return Optional.ofNullable(parameters)
        .filter(packed -> packed.version() == version)
        .or(() -> earlier.version(version))
        .map(PackedVersion::unpack);
  }

  public ModelHead newest() {
    return newest;
  }

  /** Length of what its newest version would be unpacked from; 0: its head alone is known. */
  long bytes() {
    return parameters == null ? 0 : parameters.bytes();
  }

  /** What was scored up to the newest version, and some minutes before. */
  public TallyWindow tallies() {
    return tallies;
  }

  /**
   * The place of a label in the spec, 0 where there are none.
   *
   * @param wanted null: the last one
   * @throws NotFoundResponse saying which there are
   */
  public int label(final String wanted) {
    final List<String> labels = newest.getSpec().getLabels();
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
  public String labelName(final int label) {
    final List<String> labels = newest.getSpec().getLabels();
    return labels.isEmpty() ? null : labels.get(label);
  }

  /** The number of labels. */
  public int labels() {
    return Dimensions.of(newest.getSpec()).labels();
  }
}
