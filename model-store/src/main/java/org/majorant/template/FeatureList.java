package org.majorant.template;

import java.util.ArrayList;
import java.util.List;

/**
 * The features of one example as a text gives them, in its order.
 *
 * @param <K> what a feature goes by: its index or its name
 */
public final class FeatureList<K> {
  private final List<K> keys = new ArrayList<>();
  private final List<Float> values = new ArrayList<>();
  private boolean ones = true;

  public void add(final K key, final float value) {
    keys.add(key);
    values.add(value);
    ones &= value == 1;
  }

  public List<K> keys() {
    return keys;
  }

  /** As many as there are keys, or none: all ones. */
  public List<Float> values() {
    return ones ? List.of() : values;
  }
}
