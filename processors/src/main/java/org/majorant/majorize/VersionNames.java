package org.majorant.majorize;

import java.util.ArrayList;
import java.util.List;
import org.majorant.features.FeatureNames;
import org.majorant.features.NameDictionary;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NameCount;

/**
 * The names of a model's features, for the head of each version. It begins with those of the last
 * version, and adds the names of summaries when these are in a base. It is empty if the spec's
 * features need no names.
 */
public final class VersionNames {
  private ModelSpec spec;
  private NameDictionary dictionary; // null where the features need none
  private final List<List<NameCount>> fresh = new ArrayList<>();
  private List<NameCount> instead; // of those before; null: these stay

  /**
   * @param known those of the last version
   */
  VersionNames(final ModelSpec spec, final List<NameCount> known) {
    this.spec = spec;
    begin(known);
  }

  private void begin(final List<NameCount> known) {
    if (FeatureNames.areCounted(spec)) {
      dictionary = new NameDictionary(spec);
      dictionary.restore(known);
    }
  }

  /** The spec knows other labels. */
  void know(final ModelSpec other) {
    spec = other;
    if (dictionary != null) {
      dictionary.know(other);
    }
  }

  /** These take the place of all before, when the summary that brings them is in a base. */
  void restart(final List<NameCount> known) {
    fresh.clear();
    instead = known;
  }

  /** Takes the names of a summary that is in no base yet. */
  void add(final List<NameCount> names) {
    if (dictionary != null) {
      fresh.add(names);
    }
  }

  /** What came since the last base is in one now. */
  void merge() {
    if (instead != null) {
      begin(instead);
      instead = null;
    }
    fresh.forEach(names -> dictionary.add(names));
    fresh.clear();
  }

  /** Forgets what came since the last base. */
  void goBack() {
    fresh.clear();
    instead = null;
  }

  /** The names for a version with these weights. */
  public List<NameCount> choose(final double[] theta) {
    return dictionary == null ? List.of() : dictionary.choose(theta);
  }
}
