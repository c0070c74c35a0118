package org.majorant.schema;

/**
 * Decodes events that were joined with labels ({@link JoinedEvent}): the event as another decoder
 * reads it, and the label that the join has found, in place of its own. For one thread.
 */
public final class JoinedDecoder extends ValueDecoder {
  /** What a joined event has beside the event: its origin, and a label. */
  private static final int BESIDE = 64 << 10;

  private final AvroSerde<JoinedEvent> serde = AvroSerde.of(JoinedEvent.class);
  private final ValueDecoder events;
  private JoinedEvent joined;

  /**
   * @param events decodes the events
   * @param maxBytes the longest event that is accepted
   */
  public JoinedDecoder(final ValueDecoder events, final int maxBytes) {
    super(maxBytes > Integer.MAX_VALUE - BESIDE ? Integer.MAX_VALUE : maxBytes + BESIDE);
    this.events = events;
  }

  /** The decoder of what a spec's model learns from. */
  public static ValueDecoder of(
      final ModelSpec spec, final ValueDecoder events, final int maxBytes) {
    return spec.getLateLabels() == null ? events : new JoinedDecoder(events, maxBytes);
  }

  @Override
  protected void openValue(final byte[] value, final RecordHeaders headers) throws RejectedExample {
    joined = serde.decodeOrReject(value);
    events.open(AvroSerde.bytes(joined.getEvent()), headers);
    if (events.isPacked()) {
      throw new RejectedExample(
          Rejection.LENGTH, "a packed record has one label for many examples: send each alone");
    }
    isOne(0);
  }

  @Override
  protected void decodeExample(
      final byte[] value, final int from, final int to, final DecodedExample buffer)
      throws RejectedExample {
    events.decode(0, buffer);
    if (!events.isPassedOver()) {
      ((ExampleBuffer) buffer).observe(joined.getLabel());
    }
  }

  @Override
  public boolean isPassedOver() {
    return events.isPassedOver();
  }

  @Override
  public String formerLabel() {
    return joined.getFormerLabel();
  }

  /** Of a joined event nothing is packed. */
  @Override
  protected byte[] unpack(final byte[] value, final int from, final int to) {
    throw new IllegalStateException("no joined event is packed");
  }
}
