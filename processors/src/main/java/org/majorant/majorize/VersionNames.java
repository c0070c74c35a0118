package org.majorant.majorize;

import java.util.List;
import org.majorant.features.FeatureNames;
import org.majorant.features.NameDictionary;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NameCount;

/**
 * The names of a model's features, for the head of each version: it begins with those of the last
 * one, and takes those that summaries bring. Nothing where the spec's features need none.
 */
public final class VersionNames {
  private final ModelSpec spec;
  private NameDictionary dictionary; // null where the features need none

  /**
   * @param known those of the last version
   */
  VersionNames(final ModelSpec spec, final List<NameCount> known) {
    this.spec = spec;
    restart(known);
  }

  /** Begins again with these. */
  void restart(final List<NameCount> known) {
    if (FeatureNames.areCounted(spec)) {
      dictionary = new NameDictionary(spec);
      dictionary.restore(known);
    }
  }

  /** Takes the names of a summary. */
  void add(final List<NameCount> names) {
    if (dictionary != null) {
      dictionary.add(names);
    }
  }

  /** The names for a version with these weights. */
  public List<NameCount> choose(final double[] theta) {
    return dictionary == null ? List.of() : dictionary.choose(theta);
  }
}
