package org.majorant.ops.http.catalog;

import io.javalin.http.NotFoundResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.majorant.features.Dimensions;
import org.majorant.schema.ModelHead;
import org.majorant.store.KeptVersions;
import org.majorant.store.PackedVersion;
import org.majorant.store.Snapshot;
import org.majorant.store.SnapshotPlace;

/**
 * The versions of one model at a moment: heads of those that are kept, and where they lie on the
 * topic. Of the model that is learned here there are parameters, too, which stay packed. Immutable.
 */
public final class PublishedModel {
  private final KeptVersions kept;
  private final Map<Long, SnapshotPlace> places; // of those that are kept
  private final ModelHead newest;
  private final PackedVersion last; // which a delta may follow; null: others learn it
  private final EarlierVersions earlier;
  private final TallyWindow tallies;

  private PublishedModel(
      final KeptVersions kept,
      final Map<Long, SnapshotPlace> places,
      final ModelHead newest,
      final PackedVersion last,
      final EarlierVersions earlier,
      final TallyWindow tallies) {
    this.kept = kept;
    this.places = places;
    this.newest = newest;
    this.last = last;
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
    final PackedVersion next =
        learned ? PackedVersion.after(known == null ? null : known.last, snapshot) : null;
    final ModelHead head =
        learned ? next.head() : ModelHead.newBuilder(snapshot.head()).setNames(List.of()).build();
    final KeptVersions before = known == null ? KeptVersions.NONE : known.kept;
    final KeptVersions all = before.with(learned ? snapshot.head() : head);
    final Map<Long, SnapshotPlace> places = new HashMap<>(known == null ? Map.of() : known.places);
    places.put(head.getVersion(), snapshot.place());
    places.keySet().retainAll(all.heads().keySet());
    final EarlierVersions earlier = known == null ? EarlierVersions.NONE : known.earlier;
    final TallyWindow tallies = known == null ? TallyWindow.NONE : known.tallies;
    return all == before
        ? new PublishedModel(all, places, known.newest, next, earlier, tallies)
        : new PublishedModel(
            all,
            places,
            head,
            next,
            learned ? earlier.with(next) : earlier,
            tallies.with(head, learned ? TallyWindow.FINE : TallyWindow.COARSE));
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

  /** A version with its parameters; empty where it is not remembered here, and has to be read. */
  Optional<PackedVersion> packed(final long version) {
    return Optional.ofNullable(last)
        .filter(packed -> packed.version() == version)
        .or(() -> earlier.version(version));
  }

  /** Where a version that is kept lies on the topic; null where it was not read from one. */
  SnapshotPlace place(final long version) {
    return places.get(version);
  }

  /**
   * A version that somebody names: one that is kept or remembered.
   *
   * @throws NotFoundResponse saying which there are
   */
  public ModelHead version(final String wanted) {
    final List<ModelHead> known = Stream.concat(earlier().stream(), versions().stream()).toList();
    return known.stream()
        .filter(head -> String.valueOf(head.getVersion()).equals(wanted))
        .findFirst()
        .orElseThrow(
            () ->
                new NotFoundResponse(
                    "model '%s' has no version %s: there are %s"
                        .formatted(
                            newest.getModel(),
                            wanted,
                            known.stream()
                                .map(head -> String.valueOf(head.getVersion()))
                                .collect(Collectors.joining(", ")))));
  }

  public ModelHead newest() {
    return newest;
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
