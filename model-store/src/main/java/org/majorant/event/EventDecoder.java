package org.majorant.event;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.majorant.schema.DecodedExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RecordHeaders;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.SchemaRegistry;
import org.majorant.schema.ValueDecoder;

/**
 * Decodes the values of a topic whose spec says that they are events: each that is wanted is one
 * example, a point.
 */
public final class EventDecoder extends ValueDecoder {
  private final EventReader reader;
  private final Object reads;
  private boolean wanted;

  /**
   * @param spec that says what the events are
   * @param maxBytes the longest value that is accepted
   * @param registry of the schemas of values in Confluent's wire format
   */
  public EventDecoder(final ModelSpec spec, final int maxBytes, final SchemaRegistry registry) {
    super(maxBytes);
    reader = new EventReader(spec.getEvents(), spec.getColumns(), Set.of(), registry);
    reads = Arrays.asList(EventDecoder.class, spec.getEvents(), spec.getColumns(), registry);
  }

  @Override
  protected Object reads() {
    return reads;
  }

  @Override
  protected void openValue(final byte[] value, final RecordHeaders headers) throws RejectedExample {
    wanted = false;
    reader.open(value, headers);
    wanted = reader.isWanted();
    isOne(0);
  }

  @Override
  public boolean isPassedOver() {
    return !wanted;
  }

  @Override
  public List<String> unseen() {
    return reader.unseen();
  }

  @Override
  protected boolean takesNull() {
    return true;
  }

  @Override
  protected void decodeExample(
      final byte[] value, final int from, final int to, final DecodedExample buffer)
      throws RejectedExample {
    if (wanted) {
      buffer.set(reader.example());
    }
  }

  @Override
  protected byte[] unpack(final byte[] value, final int from, final int to) {
    throw new UnsupportedOperationException("events are not packed");
  }
}
