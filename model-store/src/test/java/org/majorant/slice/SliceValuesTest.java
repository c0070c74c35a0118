package org.majorant.slice;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.majorant.schema.ExampleBuffer;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.SparseVector;

/** Each example has one value of each slice, however its features are given. */
class SliceValuesTest {
  private static final List<String> SLICES = List.of("country", "age");
  private static final List<String> NAMES = List.of("none", "country=DE", "country=FR", "age");

  private static List<String> values(final ExampleBuffer in, final List<String> names) {
    final SliceValues values = new SliceValues(SLICES, names);
    values.read(in, null);
    return IntStream.range(0, SLICES.size())
        .mapToObj(
            slice ->
                values.length(slice) == SliceValues.TOO_LONG
                    ? "too long"
                    : new String(values.value(slice), 0, values.length(slice), UTF_8))
        .toList();
  }

  private static ExampleBuffer of(final Point point) throws RejectedExample {
    final ExampleBuffer in = new ExampleBuffer();
    in.set(new LabeledExample(null, null, 1.0, point));
    return in;
  }

  private static ExampleBuffer byName(final Object... namesAndNumbers) throws RejectedExample {
    final List<String> names = new ArrayList<>();
    final List<Float> numbers = new ArrayList<>();
    for (int i = 0; i < namesAndNumbers.length; i += 2) {
      names.add((String) namesAndNumbers[i]);
      numbers.add(((Number) namesAndNumbers[i + 1]).floatValue());
    }
    return of(new Point(new NamedFeatures(names, numbers), null, null, null));
  }

  private static ExampleBuffer byIndex(final Integer... indices) throws RejectedExample {
    return of(
        new Point(
            new SparseVector(List.of(indices), Collections.nCopies(indices.length, 2.5f)),
            null,
            null,
            null));
  }

  @Test
  void value_isWhatFollowsTheName_orTheNumber() throws Exception {
    assertThat(values(byName("sex=f", 1, "country=DE", 1, "age", 37), List.of()))
        .containsExactly("DE", "37");
    assertThat(values(byName("age", .25), List.of())).containsExactly("", "0.25");
    assertThat(values(byName("countryside=x", 1, "country=", 1, "age", 0), List.of()))
        .containsExactly("", "");
    assertThat(values(byName("country=" + "ü".repeat(32), 1), List.of()).get(0)).hasSize(32);
    assertThat(values(byName("country=" + "ü".repeat(33), 1), List.of()).get(0))
        .isEqualTo("too long");
  }

  /** The demonstration's files have indices, and its spec their names. */
  @Test
  void index_ofAClosedList_hasItsName() throws Exception {
    assertThat(values(byIndex(0, 2, 3), NAMES)).containsExactly("FR", "2.5");
    assertThat(values(byIndex(1, 900), NAMES)).containsExactly("DE", "");
    assertThat(values(byIndex(1, 2), List.of())).containsExactly("", "");
  }
}
