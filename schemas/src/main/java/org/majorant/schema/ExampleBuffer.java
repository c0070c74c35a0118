package org.majorant.schema;

/**
 * One decoded {@link Point}.
 *
 * <p>An {@link ExampleDecoder} fills it from a record, {@link #set} from an object.
 */
public final class ExampleBuffer extends DecodedExample {
  public int labelOffset;
  public int labelLength;

  /** Number of features, from position 0. */
  public int size;

  /** Features come by name, else by index. */
  public boolean named;

  /** The label as a string, for messages; null where there is none. */
  public String label() {
    return text(labelOffset, labelLength);
  }

  @Override
  void clear() {
    super.clear();
    labelLength = -1;
    size = 0;
    named = false;
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
    labelOffset = textSize();
    labelLength = append(point.getLabel());
    setLogPrior(point.getLogPrior());
  }
}
