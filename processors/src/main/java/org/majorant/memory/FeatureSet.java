package org.majorant.memory;

import java.util.Arrays;

/**
 * A set of features, which is read out in ascending order. It keeps one bit a feature, so that
 * nothing has to be sorted.
 */
final class FeatureSet {
  private final long[] words;
  private int size;

  /**
   * An empty set.
   *
   * @param features every index in it is below
   */
  FeatureSet(final int features) {
    words = new long[(features + Long.SIZE - 1) / Long.SIZE];
  }

  /** Adds a feature that is not in the set. */
  void add(final int feature) {
    words[feature / Long.SIZE] |= 1L << feature;
    size++;
  }

  /** Adds a feature that may be in the set. */
  void include(final int feature) {
    if ((words[feature / Long.SIZE] & 1L << feature) == 0) {
      add(feature);
    }
  }

  /** Adds the features of a site. */
  void include(final Site site) {
    for (int j = 0; j < site.size; j++) {
      include(site.features[j]);
    }
  }

  /** Adds all of a set of the same model. */
  void include(final FeatureSet other) {
    size = 0;
    for (int w = 0; w < words.length; w++) {
      words[w] |= other.words[w];
      size += Long.bitCount(words[w]);
    }
  }

  /** Number of features in it. */
  int size() {
    return size;
  }

  /** Writes its features, ascending. */
  void copyTo(final int[] features) {
    int at = 0;
    for (int w = 0; at < size; w++) {
      for (long word = words[w]; word != 0; word &= word - 1) {
        features[at++] = w * Long.SIZE + Long.numberOfTrailingZeros(word);
      }
    }
  }

  /** Its features, ascending. */
  int[] toArray() {
    final int[] features = new int[size];
    copyTo(features);
    return features;
  }

  void clear() {
    Arrays.fill(words, 0);
    size = 0;
  }
}
