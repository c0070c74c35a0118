package org.majorant.stream;

import java.util.List;
import org.apache.kafka.streams.state.KeyValueStore;
import org.majorant.features.FeatureNames;
import org.majorant.features.NameDictionary;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NameCount;
import org.majorant.schema.NameList;

/**
 * The names of a model's features, for the head of each version: those of the last one are in a
 * store, so that they outlive a restart; those since are in memory only. Nothing where the spec's
 * features need none.
 */
final class VersionNames {
  private final ModelSpec spec;
  private final KeyValueStore<String, NameList> store;
  private final NameDictionary dictionary;

  VersionNames(final ModelSpec spec, final KeyValueStore<String, NameList> store) {
    this.spec = spec;
    this.store = store;
    dictionary = FeatureNames.areCounted(spec) ? new NameDictionary(spec) : null;
    final NameList known = store.get(spec.getModel());
    if (dictionary != null && known != null) {
      dictionary.restore(known.getNames());
    }
  }

  /** Takes the names of a summary. */
  void add(final List<NameCount> names) {
    if (dictionary != null) {
      dictionary.add(names);
    }
  }

  /** The names for a version with these weights, which are kept. */
  List<NameCount> choose(final double[] theta) {
    if (dictionary == null) {
      return List.of();
    }
    final List<NameCount> chosen = dictionary.choose(theta);
    store.put(spec.getModel(), new NameList(chosen));
    return chosen;
  }
}
