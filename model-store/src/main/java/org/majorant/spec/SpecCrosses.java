package org.majorant.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.majorant.cross.Buckets;
import org.majorant.schema.Bucket;

/** What a spec makes of hashed features by their names, before all else: buckets, then crosses. */
final class SpecCrosses {
  static final SpecField.Access BUCKETS =
      new Form<>("`{age: 10, …}`", SpecCrosses::buckets, SpecCrosses::tree).at("features.buckets");
  static final SpecField.Access CROSSES =
      new Form<>("`[[ad, site], …]`", SpecCrosses::crosses, YamlText::nodeUnlessEmpty)
          .at("features.crosses");

  private SpecCrosses() {}

  private static List<Bucket> buckets(final Field field) {
    return field.names().stream().map(name -> new Bucket(name, width(field.get(name)))).toList();
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

  private static List<List<String>> crosses(final Field field) {
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

  private static JsonNode tree(final List<Bucket> buckets) {
    final ObjectNode widths = JsonNodeFactory.instance.objectNode();
    buckets.forEach(each -> widths.set(each.getName(), YamlText.node(each.getWidth())));
    return widths.isEmpty() ? null : widths;
  }
}
