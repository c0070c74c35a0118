package org.majorant.schema;

import java.util.List;

/**
 * Decodes the values of a topic of examples, whatever their format, into a buffer that is reused
 * from example to example. A value is one example, or many that are packed into one record: what a
 * record costs on its way through Kafka is then shared by all of them. A packed example is decoded
 * where it lies, without a copy. For one thread.
 */
public abstract class ValueDecoder {
  /** Examples that are packed into one record at most: it is learned whole. */
  public static final int MOST_EXAMPLES = 1000;

  private final int maxBytes;
  private byte[] value;
  private boolean packed;
  private int examples;
  private int[] begins = new int[64];
  private int[] ends = new int[64];
  private final RecordMemory.Decoding decoding = this::decodeAnew;
  private RecordMemory memory; // null: a record is opened once

  /**
   * @param maxBytes the longest value that is accepted
   */
  protected ValueDecoder(final int maxBytes) {
    this.maxBytes = maxBytes;
  }

  /**
   * Decodes a value that is one example.
   *
   * @param value the whole value; the buffer may refer to it from now on. Null is undecodable
   * @param buffer as of {@link #decode(int, DecodedExample)}
   * @throws RejectedExample as {@link #open} and {@link #decode(int, DecodedExample)}, and where
   *     the value is a packed record
   */
  public final void decode(final byte[] value, final DecodedExample buffer) throws RejectedExample {
    buffer.clear();
    open(value);
    if (packed) {
      throw new RejectedExample(
          Rejection.UNDECODABLE, "expected one example, found a record of " + examples);
    }
    decode(0, buffer);
  }

  /** As {@link #open(byte[], RecordHeaders)} of a record without headers. */
  public final int open(final byte[] value) throws RejectedExample {
    return open(value, RecordHeaders.NONE);
  }

  /**
   * Finds the examples of a value, which may be decoded until the next call.
   *
   * @param value the whole value; null is undecodable, but where it means something
   * @return how many there are, 1 or more
   * @throws RejectedExample TOO_LARGE, UNDECODABLE or LENGTH, where none of them can be had
   * @throws RegistryException where the schema cannot be had now, which says nothing of the value
   */
  public final int open(final byte[] value, final RecordHeaders headers) throws RejectedExample {
    if (memory == null) {
      return openAnew(value, headers);
    }
    if (!memory.has(value, headers)) {
      memory.forget();
      RejectedExample refused = null;
      try {
        openAnew(value, headers);
      } catch (final RejectedExample e) {
        refused = e;
      }
      memory.opened(value, headers, refused);
    }
    memory.requireOpen();
    return examples;
  }

  private int openAnew(final byte[] value, final RecordHeaders headers) throws RejectedExample {
    this.value = value;
    packed = false;
    examples = 0;
    if (value == null && !takesNull()) {
      throw new RejectedExample(Rejection.UNDECODABLE, "expected a record, found no value");
    }
    if (value != null && value.length > maxBytes) {
      throw new RejectedExample(
          Rejection.TOO_LARGE, value.length + " bytes, more than the " + maxBytes + " allowed");
    }
    try {
      openValue(value, headers);
    } catch (final RegistryException e) {
      throw e;
    } catch (final RuntimeException | StackOverflowError e) {
      throw RejectedExample.unforeseen(e);
    }
    if (examples == 0) {
      throw new RejectedExample(Rejection.LENGTH, "a packed record without an example");
    }
    return examples;
  }

  /**
   * Says whether the same record, the same objects, will be opened several times in a row. If so,
   * it is decoded once, and whoever asks again gets a copy. Nobody writes to its bytes, and all
   * buffers are of one structure.
   */
  public final void expectAgain(final boolean again) {
    memory = again ? memory == null ? new RecordMemory() : memory : null;
  }

  /** Equal for decoders that read the same of every value, so that one of them is enough. */
  public final Object key() {
    return List.of(maxBytes, reads());
  }

  /** All that says what it reads of a value, but for the longest one; itself: nobody reads so. */
  protected Object reads() {
    return this;
  }

  /** Whether the value that is open is a packed record, be it of one example. */
  public final boolean isPacked() {
    return packed;
  }

  /**
   * Decodes one example of the value that is open.
   *
   * @param item which, from 0
   * @param buffer for the structure that is expected; overwritten, and of no use after a rejection,
   *     but that id, model and weight are set where the value could be decoded that far: such an
   *     example may be another model's
   * @throws RejectedExample UNDECODABLE, STRUCTURE, VALUE, LENGTH, LABEL or LOG_PRIOR
   * @throws RegistryException as {@link #open}
   */
  public final void decode(final int item, final DecodedExample buffer) throws RejectedExample {
    if (memory == null) {
      decodeAnew(item, buffer);
    } else {
      memory.decode(item, buffer, decoding);
    }
  }

  private void decodeAnew(final int item, final DecodedExample buffer) throws RejectedExample {
    buffer.clear();
    try {
      decodeExample(value, begins[item], ends[item], buffer);
    } catch (final RegistryException e) {
      throw e;
    } catch (final RuntimeException | StackOverflowError e) {
      throw RejectedExample.unforeseen(e);
    }
  }

  /**
   * An example of the value that is open, as the value of a record of its own.
   *
   * @param item which, from 0
   */
  public final byte[] alone(final int item) {
    return packed ? unpack(value, begins[item], ends[item]) : value;
  }

  /** The value is one example, from there to its end. */
  protected final void isOne(final int from) {
    begins[0] = from;
    ends[0] = value == null ? 0 : value.length;
    examples = 1;
  }

  /** The value is a packed record; its examples follow by {@link #add}. */
  protected final void isPackedRecord() {
    packed = true;
  }

  /** The next packed example lies in [from, to). */
  protected final void add(final int from, final int to) throws RejectedExample {
    if (examples == MOST_EXAMPLES) {
      throw new RejectedExample(
          Rejection.LENGTH, "more than the " + MOST_EXAMPLES + " examples of a packed record");
    }
    begins = GrowingArrays.room(begins, examples + 1);
    ends = GrowingArrays.room(ends, examples + 1);
    begins[examples] = from;
    ends[examples++] = to;
  }

  /** Whether nobody wants the value that is open, although nothing is wrong with it. */
  public boolean isPassedOver() {
    return false;
  }

  /**
   * The label with which the example was learned before, of a value that corrects it; null: it
   * corrects nothing.
   */
  public String formerLabel() {
    return null;
  }

  /** Places of a value that were asked for, and that no value had so far. */
  public List<String> unseen() {
    return List.of();
  }

  /** Whether a record without a value means something. */
  protected boolean takesNull() {
    return false;
  }

  /** Says by {@link #isOne}, or {@link #isPackedRecord} and {@link #add}, where examples lie. */
  protected abstract void openValue(byte[] value, RecordHeaders headers) throws RejectedExample;

  /** Decodes the example that lies in [from, to) into a buffer that is empty. */
  protected abstract void decodeExample(byte[] value, int from, int to, DecodedExample buffer)
      throws RejectedExample;

  /** The packed example in [from, to), as the value of a record of its own. */
  protected abstract byte[] unpack(byte[] value, int from, int to);
}
