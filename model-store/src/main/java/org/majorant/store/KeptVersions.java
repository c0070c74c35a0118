package org.majorant.store;

import java.util.Collections;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.majorant.schema.ModelHead;

/**
 * The heads of a model's versions as they stand on the log: which is the newest, and which are
 * kept. Immutable.
 *
 * <p>The newest is the one with the greatest number, since a writer counts upwards; an older one
 * that is read later, again for instance, does not come back. But a number is only what a head says
 * of itself. One that is forged, 2⁵⁰ for instance, would hide all that the writer publishes after
 * it. So where two heads follow one another with numbers in succession, below the newest but later
 * on the log, the writer goes on there: what is above them is dropped. Compaction leaves the order
 * of the log as it is, and at least the last two versions.
 *
 * @param heads by number, ascending: of as many versions as the newest one's spec keeps
 * @param newest null where there is none
 * @param last the head that was read last, whether it is kept or not
 */
public record KeptVersions(NavigableMap<Long, ModelHead> heads, ModelHead newest, ModelHead last) {
  public static final KeptVersions NONE =
      new KeptVersions(Collections.emptyNavigableMap(), null, null);

  /** Whether a version is kept; null is none. */
  boolean isKept(final Snapshot<ModelHead> version) {
    return version != null && heads.containsKey(version.head().getVersion());
  }

  /** The versions with one more, the next on the log. */
  public KeptVersions with(final ModelHead next) {
    final boolean goesOn =
        last != null
            && next.getVersion() == last.getVersion() + 1
            && next.getParent() == last.getVersion();
    final boolean greatest = newest == null || next.getVersion() >= newest.getVersion();
    final ModelHead top = greatest || goesOn ? next : newest;
    final NavigableMap<Long, ModelHead> all = new TreeMap<>(heads);
    if (goesOn) {
      all.put(last.getVersion(), last);
    }
    all.put(next.getVersion(), next);
    all.headMap(top.getVersion() - top.getSpec().getKeepVersions(), true).clear();
    all.tailMap(top.getVersion(), false).clear();
    return new KeptVersions(all, top, next);
  }
}
