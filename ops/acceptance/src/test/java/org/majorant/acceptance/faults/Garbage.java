package org.majorant.acceptance.faults;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.BiFunction;
import org.majorant.schema.Choice;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;
import org.majorant.schema.Sequence;
import org.majorant.schema.SparseVector;

/**
 * Kinds of records that teach nothing, each made of a good example. All but two are for the dead
 * letters. None is a weight that a spec allows: that one would be learned.
 */
enum Garbage {
  NOT_A_RECORD((example, encoding) -> new byte[] {1, 2, 3}),
  WITHOUT_A_VALUE((example, encoding) -> null),
  EMPTY((example, encoding) -> new byte[0]),
  CUT_SHORT(
      (example, encoding) -> {
        final byte[] whole = encoding.encode(example);
        return Arrays.copyOf(whole, whole.length / 2);
      }),
  TOO_LONG((example, encoding) -> new byte[LiveSystem.MAX_EXAMPLE_BYTES + 1]),
  DEEP_JSON((example, encoding) -> "[".repeat(30_000).getBytes(StandardCharsets.UTF_8)),
  LONG_NUMBER(
      (example, encoding) ->
          "{\"weight\": %s}".formatted("7".repeat(3000)).getBytes(StandardCharsets.UTF_8)),
  ANOTHER_STRUCTURE(
      (example, encoding) -> {
        final SparseVector vector = new SparseVector(List.of(1), List.of());
        final Choice choice = new Choice(List.of(vector, vector), 0, null);
        return Encoding.AVRO.encode(new LabeledExample(null, null, 1.0, choice));
      }),
  UNKNOWN_LABEL((example, encoding) -> encoding.encode(labeled(example, "no such label"))),
  NAN_VALUE((example, encoding) -> encoding.encode(valued(example, Float.NaN, 0))),
  ONE_VALUE_TOO_MANY((example, encoding) -> encoding.encode(valued(example, 1, 1))),
  NAN_WEIGHT((example, encoding) -> encoding.encode(weighted(example, Double.NaN))),
  NEGATIVE_WEIGHT((example, encoding) -> encoding.encode(weighted(example, -1))),
  HUGE_WEIGHT((example, encoding) -> encoding.encode(weighted(example, 1e12))),
  WEIGHT_1E308((example, encoding) -> encoding.encode(weighted(example, 1e308))),
  UNLABELED(Fate.UNLABELED, (example, encoding) -> encoding.encode(labeled(example, null))),
  OF_ANOTHER_MODEL(
      Fate.OF_ANOTHER_MODEL,
      (example, encoding) -> {
        example.setModel("another");
        return encoding.encode(example);
      });

  private final Fate fate;
  private final BiFunction<LabeledExample, Encoding, byte[]> spoiler;

  Garbage(final BiFunction<LabeledExample, Encoding, byte[]> spoiler) {
    this(Fate.REJECTED, spoiler);
  }

  Garbage(final Fate fate, final BiFunction<LabeledExample, Encoding, byte[]> spoiler) {
    this.fate = fate;
    this.spoiler = spoiler;
  }

  Fate fate() {
    return fate;
  }

  /** The record's value; the example is changed. */
  byte[] of(final LabeledExample example, final Encoding encoding) {
    return spoiler.apply(example, encoding);
  }

  private static LabeledExample weighted(final LabeledExample example, final double weight) {
    example.setWeight(weight);
    return example;
  }

  private static LabeledExample labeled(final LabeledExample example, final String label) {
    if (example.getStructure() instanceof Sequence sequence) {
      sequence.setLabels(Collections.nCopies(sequence.getTokens().size(), label));
    } else {
      ((Point) example.getStructure()).setLabel(label);
    }
    return example;
  }

  /** With so many values more than it has features. */
  private static LabeledExample valued(
      final LabeledExample example, final float value, final int more) {
    final Object features =
        example.getStructure() instanceof Sequence sequence
            ? sequence.getTokens().get(0)
            : ((Point) example.getStructure()).getFeatures();
    if (features instanceof SparseVector vector) {
      vector.setValues(Collections.nCopies(vector.getIndices().size() + more, value));
    } else {
      final NamedFeatures named = (NamedFeatures) features;
      named.setValues(Collections.nCopies(named.getNames().size() + more, value));
    }
    return example;
  }
}
