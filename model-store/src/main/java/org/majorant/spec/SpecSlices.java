package org.majorant.spec;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.majorant.row.RowFeatures;
import org.majorant.schema.Columns;
import org.majorant.schema.Indexed;
import org.majorant.schema.ModelSpec;
import org.majorant.slice.SliceValues;

/**
 * The field {@code slices} of a spec: features by whose values losses are counted, too. It is about
 * examples, and not about what the model learns of them: a closed list of names need not have it.
 */
final class SpecSlices {
  private SpecSlices() {}

  static void judge(final Field field, final ModelSpec spec) {
    final List<String> slices = spec.getSlices();
    if (slices.size() > SliceValues.MOST) {
      field.fault("has %d features: give %d at most".formatted(slices.size(), SliceValues.MOST));
    }
    if (!slices.isEmpty() && spec.getFeatures().getSpace() instanceof Indexed) {
      field.fault("needs features by name: give hash-bits or names in place of a dimension");
    }
    columnsWithout(spec)
        .forEach(
            (kind, columns) ->
                slices.stream()
                    .filter(columns::contains)
                    .forEach(
                        column ->
                            field.fault(
                                "has '%s', which is in %s and is no category or number"
                                    .formatted(column, kind))));
  }

  /** Columns without a feature of their name: by them all examples would have no value. */
  private static Map<String, List<String>> columnsWithout(final ModelSpec spec) {
    final Map<String, List<String>> without = new LinkedHashMap<>();
    final Columns columns = spec.getColumns();
    if (columns != null || spec.getEvents() != null) {
      without.put("columns.label", List.of(RowFeatures.label(columns)));
    }
    if (columns != null) {
      without.put(
          "columns.weight", columns.getWeight() == null ? List.of() : List.of(columns.getWeight()));
      without.put("columns.ignore", columns.getIgnore());
      without.put("columns.text", columns.getText());
      without.put("columns.date", columns.getDate());
    }
    return without;
  }
}
