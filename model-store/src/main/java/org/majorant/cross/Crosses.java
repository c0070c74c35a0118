package org.majorant.cross;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;

/**
 * Products of a vector's features, by which a linear model learns combinations: for each feature of
 * the prefix {@code ad} and each of the prefix {@code site}
 *
 * <pre>
 *   ad=5: u,  site=x: v   ↦   ad=5^site=x: u·v
 * </pre>
 *
 * <p>and of three prefixes likewise. A feature has the prefix {@code ad} if its name is {@code ad},
 * or begins with {@code ad=}. Values are multiplied as floats, in the order of the prefixes.
 *
 * <p>A short record can have many crosses, so there is a limit to those of an example, and to the
 * bytes of their names.
 */
final class Crosses {
  /** Crosses of an example, at most. */
  static final int MOST = 100_000;

  /** Bytes of their names, at most. */
  static final int MOST_BYTES = 100 * MOST;

  private static final byte[] BETWEEN = {'^'};

  private final byte[][] prefixes;
  private final int[][] crosses; // numbers of their prefixes

  Crosses(final List<List<String>> crosses) {
    final List<String> distinct = crosses.stream().flatMap(List::stream).distinct().toList();
    prefixes = distinct.stream().map(prefix -> prefix.getBytes(UTF_8)).toArray(byte[][]::new);
    this.crosses =
        crosses.stream()
            .map(cross -> cross.stream().mapToInt(distinct::indexOf).toArray())
            .toArray(int[][]::new);
  }

  /**
   * Adds the crosses of a vector's features to it.
   *
   * @throws RejectedExample where the example has too many, or a product is not finite
   */
  void addTo(final NamedVector vector) throws RejectedExample {
    findMembers(vector);
    for (final int[] cross : crosses) {
      long count = 1;
      for (final int prefix : cross) {
        count *= vector.starts[prefix + 1] - vector.starts[prefix];
      }
      vector.crosses += count;
      requireFew(vector);
      add(cross, 0, new int[cross.length], vector);
    }
  }

  /** Finds which features have each prefix: no more than their names have bytes, in all. */
  private void findMembers(final NamedVector vector) {
    vector.beginMembers(prefixes.length);
    for (int p = 0; p < prefixes.length; p++) {
      vector.starts[p] = vector.memberCount;
      for (int i = 0; i < vector.size; i++) {
        if (vector.hasPrefix(i, prefixes[p])) {
          vector.addMember(i);
        }
      }
    }
    vector.starts[prefixes.length] = vector.memberCount;
  }

  /**
   * Adds the crosses of some features with all that have the next prefixes.
   *
   * @param depth how many features are chosen
   * @param chosen their positions; the others are written
   */
  private static void add(
      final int[] cross, final int depth, final int[] chosen, final NamedVector vector)
      throws RejectedExample {
    if (depth == cross.length) {
      add(chosen, vector);
      return;
    }
    final int after = vector.starts[cross[depth] + 1];
    for (int m = vector.starts[cross[depth]]; m < after; m++) {
      chosen[depth] = vector.members[m];
      add(cross, depth + 1, chosen, vector);
    }
  }

  /** Adds the cross of the features that are chosen. */
  private static void add(final int[] chosen, final NamedVector vector) throws RejectedExample {
    float product = 1;
    for (final int feature : chosen) {
      product *= vector.values[feature];
    }
    if (!(Math.abs(product) < Float.POSITIVE_INFINITY)) {
      throw new RejectedExample(
          Rejection.VALUE, "the values of a cross have the product " + product + ", not finite");
    }
    vector.begin(product);
    vector.append(chosen[0]);
    for (int d = 1; d < chosen.length; d++) {
      vector.append(BETWEEN, 0, 1);
      vector.append(chosen[d]);
    }
    vector.crossedBytes += vector.lengths[vector.size - 1];
    requireFew(vector);
  }

  private static void requireFew(final NamedVector vector) throws RejectedExample {
    if (vector.crosses > MOST || vector.crossedBytes > MOST_BYTES) {
      throw new RejectedExample(
          Rejection.LENGTH,
          "'cross' in the spec makes more than %,d features of the example, or %,d bytes of names"
              .formatted(MOST, MOST_BYTES));
    }
  }
}
