package org.majorant.ops.http.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.majorant.store.PackedVersion;

/**
 * Versions of one model in the last day, so that people can compare with one that the topic does
 * not keep any more. They are the further apart the older they are: between t and 2t ago there are
 * two at most. All since this process began to read; immutable.
 */
final class EarlierVersions {
  /** Of a model without versions. */
  static final EarlierVersions NONE = new EarlierVersions(List.of());

  private static final long DAY = 86_400_000; // ms

  /** Of a large model there are fewer. */
  private static final long MOST_BYTES = 32 << 20;

  private final List<PackedVersion> versions;

  private EarlierVersions(final List<PackedVersion> versions) {
    this.versions = versions;
  }

  /** Ascending. */
  List<PackedVersion> all() {
    return versions;
  }

  /** Empty if that version is not remembered. */
  Optional<PackedVersion> version(final long version) {
    return versions.stream().filter(each -> each.version() == version).findFirst();
  }

  /** The same with a newer version; those that were above it are forged, and go. */
  EarlierVersions with(final PackedVersion newest) {
    final List<PackedVersion> next = new ArrayList<>(versions);
    next.removeIf(
        each -> each.version() >= newest.version() || each.created() < newest.created() - DAY);
    next.add(newest);
    for (int i = next.size() - 2; i > 0; i--) {
      final long after = next.get(i + 1).created();
      if (after - next.get(i - 1).created() <= newest.created() - after) {
        next.remove(i);
      }
    }
    long bytes = next.stream().mapToLong(PackedVersion::bytes).sum();
    while (bytes > MOST_BYTES && !next.isEmpty()) {
      bytes -= next.remove(0).bytes();
    }
    return new EarlierVersions(List.copyOf(next));
  }
}
