package org.majorant.spec;

import java.util.List;
import java.util.stream.Collectors;

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

  /** The same as one text, each line with the name of the file that has the fault before it. */
  public String faultsOf(final String file) {
    return faults.stream().map(fault -> file + ": " + fault).collect(Collectors.joining("\n"));
  }
}
