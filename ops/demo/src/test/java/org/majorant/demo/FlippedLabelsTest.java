package org.majorant.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.Point;
import org.majorant.schema.SparseVector;

class FlippedLabelsTest {
  private static final AvroSerde<LabeledExample> EXAMPLES = AvroSerde.of(LabeledExample.class);

  @Test
  void middleThird_hasTheOtherLabel_andTheRestStays() {
    final List<byte[]> records =
        IntStream.range(0, 9).mapToObj(i -> example(i, i % 4 == 0 ? "yes" : "no")).toList();
    final List<byte[]> changed = FlippedLabels.inTheMiddle(records);
    assertThat(changed.stream().map(FlippedLabelsTest::label))
        .containsExactly("yes", "no", "no", "yes", "no", "yes", "no", "no", "yes");
    assertThat(changed.subList(0, 3)).isEqualTo(records.subList(0, 3));
    assertThat(changed.get(4)).isEqualTo(example(4, "no"));
  }

  private static byte[] example(final int index, final String label) {
    final SparseVector features = new SparseVector(List.of(index), List.of(1f));
    return EXAMPLES.encode(
        new LabeledExample(null, null, 1.0, new Point(features, label, null, null)));
  }

  private static Object label(final byte[] record) {
    return ((Point) EXAMPLES.decode(record).getStructure()).getLabel();
  }
}
