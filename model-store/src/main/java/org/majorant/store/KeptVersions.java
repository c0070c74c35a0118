package org.majorant.store;

import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.majorant.schema.ModelHead;

/**
 * The heads of a model's versions as they stand on the log. The newest is the last one, and those
 * before it are kept as long as its spec keeps them. What is above the newest is not the writer's,
 * and is dropped. Immutable.
 *
 * @param heads by number, ascending: of as many versions as the newest one's spec keeps
 */
public record KeptVersions(NavigableMap<Long, ModelHead> heads) {
  public static final KeptVersions NONE = new KeptVersions(Collections.emptyNavigableMap());

  /** The newest; null where there is none. */
  public ModelHead newest() {
    final Map.Entry<Long, ModelHead> last = heads.lastEntry();
    return last == null ? null : last.getValue();
  }

  /** Whether a version is kept; null is none. */
  boolean isKept(final PackedVersion version) {
    return version != null && heads.containsKey(version.version());
  }

  /** The versions with one more, the next on the log; one that is read again changes nothing. */
  public KeptVersions with(final ModelHead next) {
    if (next.equals(heads.get(next.getVersion()))) {
      return this;
    }
    final NavigableMap<Long, ModelHead> kept =
        new TreeMap<>(heads.headMap(next.getVersion(), false));
    kept.headMap(next.getVersion() - next.getSpec().getKeepVersions(), true).clear();
    kept.put(next.getVersion(), next);
    return new KeptVersions(kept);
  }
}
