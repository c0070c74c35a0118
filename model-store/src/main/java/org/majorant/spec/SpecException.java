package org.majorant.spec;

import java.util.List;

/** A spec with faults; each is one line that names the field and says what is allowed. */
public final class SpecException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> faults;

  public SpecException(final List<String> faults) {
    super(String.join("\n", faults));
    this.faults = List.copyOf(faults);
  }

  /** One line a fault. */
  public List<String> faults() {
    return faults;
  }
}
