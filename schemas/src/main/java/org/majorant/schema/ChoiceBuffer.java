package org.majorant.schema;

/**
 * One decoded {@link Choice}: at least one alternative, at most {@link #MAX_ALTERNATIVES}; a chosen
 * one that is among them, and a log-prior for each or for none.
 *
 * <p>An {@link ExampleDecoder} fills it from a record, {@link #set} from an object.
 */
public final class ChoiceBuffer extends VectorsBuffer {
  /** Choices among more are rejected. */
  public static final int MAX_ALTERNATIVES = 10_000;

  /** Position of the chosen alternative; -1: not observed. */
  public int chosen;

  public ChoiceBuffer() {
    super(MAX_ALTERNATIVES, "alternatives");
  }

  @Override
  void clear() {
    super.clear();
    chosen = -1;
  }

  @Override
  public void forgetLabels() {
    chosen = -1;
  }

  @Override
  DecodedExample another() {
    return new ChoiceBuffer();
  }

  @Override
  void copy(final DecodedExample other) {
    super.copy(other);
    final ChoiceBuffer from = (ChoiceBuffer) other;
    chosen = from.chosen;
  }

  @Override
  String structure() {
    return "Choice";
  }

  @Override
  void setStructure(final Object structure) throws RejectedExample {
    if (!(structure instanceof Choice choice)) {
      throw refused(structure.getClass().getSimpleName());
    }
    for (final Object features : choice.getAlternatives()) {
      setVector(features);
    }
    if (choice.getChosen() != null) {
      choose(choice.getChosen());
    }
    setLogPrior(choice.getLogPrior());
    complete();
  }

  @Override
  void decodeStructure(final AvroCursor cursor) throws RejectedExample {
    decodeVectors(cursor);
    if (cursor.branch(2, "chosen") == 1) {
      choose(cursor.readInt("chosen"));
    }
    decodeLogPrior(cursor);
    complete();
  }

  /** Takes the chosen alternative, where it is observed. */
  private void choose(final int alternative) throws RejectedExample {
    if (alternative < 0 || alternative >= length) {
      throw new RejectedExample(
          Rejection.LABEL, "chosen is " + alternative + " of " + length + " alternatives, from 0");
    }
    chosen = alternative;
  }

  /** Holds the length of the log-prior against the alternatives. */
  private void complete() throws RejectedExample {
    if (length == 0) {
      throw new RejectedExample(Rejection.LENGTH, "a choice needs an alternative");
    }
    if (logPriorSize >= 0 && logPriorSize != length) {
      throw new RejectedExample(
          Rejection.LOG_PRIOR, logPriorSize + " log-priors for " + length + " alternatives");
    }
  }
}
