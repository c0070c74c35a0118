package org.majorant.schema;

import static org.majorant.schema.GrowingArrays.copied;
import static org.majorant.schema.GrowingArrays.room;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * One decoded {@link Point}.
 *
 * <p>An {@link ExampleDecoder} fills it from a record, {@link #set} from an object.
 */
public final class ExampleBuffer extends DecodedExample {
  /** How many labels it may have, from position 0; -1: not observed. */
  public int labels;

  /** Number of features, from position 0. */
  public int size;

  /** Features come by name, else by index. */
  public boolean named;

  /** How many probabilities were served; -1: nothing is known of it. */
  public int servedSize;

  /** A number a label, in the spec's order. */
  public double[] served = new double[8];

  @Override
  void clear() {
    super.clear();
    labels = -1;
    size = 0;
    named = false;
    servedSize = -1;
  }

  @Override
  public int labelCount() {
    return Math.max(0, labels);
  }

  @Override
  public void forgetLabels() {
    labels = -1;
    servedSize = -1;
  }

  /**
   * Takes a label that the record itself does not have, in place of its own.
   *
   * @param label null: it was not observed
   */
  void observe(final String label) {
    labels = -1;
    if (label != null) {
      labels = 1;
      final byte[] utf8 = label.getBytes(StandardCharsets.UTF_8);
      takeLabel(0, appendToRecord(utf8), utf8.length);
    }
  }

  @Override
  DecodedExample another() {
    return new ExampleBuffer();
  }

  @Override
  int features() {
    return size;
  }

  @Override
  void copy(final DecodedExample other) {
    super.copy(other);
    final ExampleBuffer from = (ExampleBuffer) other;
    labels = from.labels;
    size = from.size;
    named = from.named;
    servedSize = from.servedSize;
    served = copied(from.served, served, Math.max(0, servedSize));
  }

  @Override
  String structure() {
    return "Point";
  }

  @Override
  void setStructure(final Object structure) throws RejectedExample {
    if (!(structure instanceof Point point)) {
      throw refused(structure.getClass().getSimpleName());
    }
    named = point.getFeatures() instanceof NamedFeatures;
    size = setFeatures(point.getFeatures(), 0);
    if (point.getLabel() instanceof List<?> several) {
      labels = 0;
      several.forEach(label -> addLabel((String) label));
    } else if (point.getLabel() != null) {
      labels = 0;
      addLabel((String) point.getLabel());
    }
    setLogPrior(point.getLogPrior());
    if (point.getServed() != null) {
      setServed(point.getServed().getProbabilities());
    }
  }

  private void setServed(final List<Double> probabilities) {
    servedSize = probabilities.size();
    served = room(served, servedSize);
    for (int i = 0; i < servedSize; i++) {
      served[i] = probabilities.get(i);
    }
  }

  @Override
  void decodeStructure(final AvroCursor cursor) throws RejectedExample {
    named = cursor.branch(2, "features") == 1;
    size = decodeFeatures(cursor, named, 0);
    decodeLabels(cursor);
    decodeLogPrior(cursor);
    if (cursor.branch(2, "served") == 1) {
      cursor.readLong("version");
      served = cursor.doubles(served, 0, "probabilities");
      servedSize = cursor.items();
    }
  }

  private void decodeLabels(final AvroCursor cursor) throws RejectedExample {
    final int kind = cursor.branch(3, "label");
    if (kind == 0) {
      return;
    }
    labels = 0;
    if (kind == 1) {
      decodeLabel(cursor);
      return;
    }
    for (int n = cursor.block(1, "labels"); n > 0; n = cursor.block(1, "labels")) {
      for (int i = 0; i < n; i++) {
        decodeLabel(cursor);
      }
    }
  }

  private void decodeLabel(final AvroCursor cursor) throws RejectedExample {
    final int length = cursor.string("label");
    takeLabel(labels++, cursor.position() - length, length);
  }

  private void addLabel(final String label) {
    takeLabel(labels++, textSize(), append(label));
  }
}
