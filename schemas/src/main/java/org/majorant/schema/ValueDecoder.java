package org.majorant.schema;

/**
 * Decodes the values of a topic of examples, whatever their format, into a buffer that is reused
 * from example to example. For one thread.
 */
public abstract class ValueDecoder {
  private final int maxBytes;

  /**
   * @param maxBytes the longest value that is accepted
   */
  protected ValueDecoder(final int maxBytes) {
    this.maxBytes = maxBytes;
  }

  /**
   * Decodes one value.
   *
   * @param value the whole value; the buffer may refer to it from now on. Null is undecodable
   * @param buffer for the structure that is expected; overwritten, and of no use after a rejection,
   *     but that id, model and weight are set where the value could be decoded that far: such an
   *     example may be another model's
   * @throws RejectedExample TOO_LARGE, UNDECODABLE, STRUCTURE, VALUE, LENGTH, LABEL or LOG_PRIOR
   * @throws RegistryException where the schema cannot be had now, which says nothing of the value
   */
  public final void decode(final byte[] value, final DecodedExample buffer) throws RejectedExample {
    buffer.clear();
    if (value == null) {
      throw new RejectedExample(Rejection.UNDECODABLE, "expected a record, found no value");
    }
    if (value.length > maxBytes) {
      throw new RejectedExample(
          Rejection.TOO_LARGE, value.length + " bytes, more than the " + maxBytes + " allowed");
    }
    try {
      decodeValue(value, buffer);
    } catch (final RegistryException e) {
      throw e;
    } catch (final RuntimeException | StackOverflowError e) {
      throw RejectedExample.unforeseen(e);
    }
  }

  /** Decodes a value that is not too large into a buffer that is empty. */
  protected abstract void decodeValue(byte[] value, DecodedExample buffer) throws RejectedExample;
}
