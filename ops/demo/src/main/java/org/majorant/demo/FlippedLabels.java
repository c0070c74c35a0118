package org.majorant.demo;

import java.util.ArrayList;
import java.util.List;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.Point;

/**
 * A stream that changes at once, and back again: in the middle third of the examples every label is
 * the other one of two. So nothing that was learned before holds any more.
 */
final class FlippedLabels {
  private static final AvroSerde<LabeledExample> EXAMPLES = AvroSerde.of(LabeledExample.class);

  private FlippedLabels() {}

  /**
   * @param records of points with two labels
   */
  static List<byte[]> inTheMiddle(final List<byte[]> records) {
    final List<Object> labels =
        records.stream().map(FlippedLabels::label).distinct().limit(2).toList();
    final int third = records.size() / 3;
    final List<byte[]> changed = new ArrayList<>(records);
    changed.subList(third, 2 * third).replaceAll(record -> flip(record, labels));
    return changed;
  }

  private static Object label(final byte[] record) {
    return ((Point) EXAMPLES.decode(record).getStructure()).getLabel();
  }

  private static byte[] flip(final byte[] record, final List<Object> labels) {
    final LabeledExample example = EXAMPLES.decode(record);
    final Point point = (Point) example.getStructure();
    point.setLabel(labels.get(labels.get(0).equals(point.getLabel()) ? 1 : 0));
    return EXAMPLES.encode(example);
  }
}
