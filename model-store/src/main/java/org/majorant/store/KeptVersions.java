package org.majorant.store;

import java.util.Collections;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.majorant.schema.ModelHead;

/**
 * The heads of a model's versions as they stand on the log: which is the newest ({@link
 * Succession}), and which are kept. What is above the newest was forged, and is dropped. Immutable.
 *
 * @param heads by number, ascending: of as many versions as the newest one's spec keeps
 * @param last the head that was read last, whether it is kept or not; null: none
 * @param numbers of all that were read
 */
public record KeptVersions(
    NavigableMap<Long, ModelHead> heads, ModelHead last, Succession numbers) {
  public static final KeptVersions NONE =
      new KeptVersions(Collections.emptyNavigableMap(), null, Succession.NONE);

  /** The newest; null where there is none. */
  public ModelHead newest() {
    return heads.get(numbers.newest());
  }

  /** Whether a version is kept; null is none. */
  boolean isKept(final PackedVersion version) {
    return version != null && heads.containsKey(version.version());
  }

  /** The versions with one more, the next on the log. */
  public KeptVersions with(final ModelHead next) {
    final Succession all = numbers.with(next.getVersion());
    final NavigableMap<Long, ModelHead> kept = new TreeMap<>(heads);
    if (last != null && next.getVersion() == last.getVersion() + 1) {
      kept.put(last.getVersion(), last);
    }
    kept.put(next.getVersion(), next);
    final ModelHead newest = kept.get(all.newest());
    kept.headMap(all.newest() - newest.getSpec().getKeepVersions(), true).clear();
    kept.tailMap(all.newest(), false).clear();
    kept.put(all.newest(), newest); // whatever its spec says
    return new KeptVersions(kept, next, all);
  }
}
