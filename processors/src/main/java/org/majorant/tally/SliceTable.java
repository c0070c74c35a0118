package org.majorant.tally;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.majorant.schema.Slice;
import org.majorant.schema.SliceValue;
import org.majorant.schema.Tally;

/**
 * A slice as people read it: its {@value #SHOWN} most frequent values, the rest together as {@value
 * #OTHER}, and the value {@value #NONE} of examples that do not have the feature. A value that is
 * spelled like one of these two is counted with it. Losses are the means of clipped ones, in nats.
 *
 * @param feature of which these are the values
 * @param examples that were counted
 * @param loss of all of them
 * @param values those first for which the loss is greatest
 */
public record SliceTable(String feature, long examples, double loss, List<Row> values) {
  /** Values that have a name of their own, at most. */
  public static final int SHOWN = 50;

  private static final String NONE = "(none)";
  private static final String OTHER = "(other)";

  /**
   * A value.
   *
   * @param difference by how much its loss is above that of all
   */
  public record Row(String value, long examples, double loss, double difference) {}

  /** Those of a tally, in the order of the spec; without those that have counted nothing. */
  public static List<SliceTable> of(final Tally tally) {
    return tally.getSlices().stream()
        .filter(slice -> Slices.total(slice) > 0)
        .map(SliceTable::of)
        .toList();
  }

  private static SliceTable of(final Slice slice) {
    final long all = Slices.total(slice);
    final double loss = Slices.totalLoss(slice) / all;
    final List<SliceValue> values = new ArrayList<>(slice.getValues());
    values.sort(
        Comparator.comparingLong(SliceValue::getExamples)
            .reversed()
            .thenComparing(SliceValue::getValue));
    final Map<String, Sum> sums = new LinkedHashMap<>();
    for (int i = 0; i < values.size(); i++) {
      final SliceValue value = values.get(i);
      sums.merge(
          i < SHOWN ? name(value) : OTHER,
          new Sum(value.getExamples(), value.getLoss()),
          Sum::plus);
    }
    sums.merge(OTHER, new Sum(slice.getOthers(), slice.getOthersLoss()), Sum::plus);
    final Stream<Row> rows =
        sums.entrySet().stream()
            .filter(each -> each.getValue().examples > 0)
            .map(each -> each.getValue().row(each.getKey(), loss));
    return new SliceTable(
        slice.getOf(),
        all,
        loss,
        rows.sorted(Comparator.comparingDouble(Row::loss).reversed()).toList());
  }

  /** A control character could write anywhere on a terminal. */
  private static String name(final SliceValue value) {
    return value.getValue().isEmpty() ? NONE : value.getValue().replaceAll("\\p{Cntrl}", "\uFFFD");
  }

  private record Sum(long examples, double loss) {
    Sum plus(final Sum more) {
      return new Sum(examples + more.examples, loss + more.loss);
    }

    Row row(final String value, final double all) {
      final double mean = loss / examples;
      return new Row(value, examples, mean, mean - all);
    }
  }
}
