package org.majorant.spec;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.majorant.cross.Buckets;
import org.majorant.schema.Bucket;
import org.majorant.schema.FeatureSpec;
import org.majorant.schema.Hashed;

/**
 * What a spec file makes of hashed features by their names, before all else and in this order:
 *
 * <pre>
 *   features:
 *     bucket: {age: 10}        # the number age, 37, becomes the category age=30
 *     cross:                   # of two or three: each feature of the one with each of the others
 *     - [ad, site]             # ad=5 and site=x make ad=5^site=x, too
 *     - [user, hour, age]      # a feature is of user by the name user, or user=...
 * </pre>
 */
final class SpecCrosses {
  private static final String BUCKET = "bucket";
  private static final String CROSS = "cross";

  private SpecCrosses() {}

  static List<Bucket> buckets(final Field features, final Object space) {
    final Field field = features.get(BUCKET);
    requireHashed(field, space);
    final List<Bucket> buckets = new ArrayList<>();
    for (final String name : field.names()) {
      buckets.add(new Bucket(name, width(field.get(name))));
    }
    return buckets;
  }

  private static double width(final Field field) {
    final double width = field.extended();
    if (!Buckets.isWidth(width)) {
      field.fault(
          "must be the width of a bucket: a number above 0, at most %.0e, with %d decimals at most"
              .formatted(Buckets.WIDEST, Buckets.DECIMALS));
    }
    return width;
  }

  static List<List<String>> crosses(final Field features, final Object space) {
    final Field field = features.get(CROSS);
    requireHashed(field, space);
    final List<List<String>> crosses = new ArrayList<>();
    final Set<Set<String>> seen = new HashSet<>();
    for (final Field item : field.items()) {
      final int size = item.node().isArray() ? item.node().size() : 0;
      final List<String> prefixes = size == 2 || size == 3 ? item.words() : List.of();
      if (prefixes.isEmpty()) {
        item.fault("must be a list of two or three names, as in 'cross: [[ad, site]]'");
      } else if (!seen.add(Set.copyOf(prefixes))) {
        item.fault("is there twice, perhaps in another order");
      }
      crosses.add(prefixes);
    }
    return crosses;
  }

  private static void requireHashed(final Field field, final Object space) {
    if (!field.isAbsent() && !(space instanceof Hashed)) {
      field.fault("needs features that are hashed by name: give hash-bits, not dimension or names");
    }
  }

  /** Writes what {@link #buckets} and {@link #crosses} read. */
  static void write(final FeatureSpec spec, final ObjectNode features) {
    for (final Bucket bucket : spec.getBuckets()) {
      features.withObjectProperty(BUCKET).set(bucket.getName(), SpecTree.number(bucket.getWidth()));
    }
    for (final List<String> cross : spec.getCrosses()) {
      final ArrayNode prefixes = features.withArray(CROSS).addArray();
      cross.forEach(prefixes::add);
    }
  }
}
