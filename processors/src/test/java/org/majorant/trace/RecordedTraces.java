package org.majorant.trace;

import java.util.ArrayList;
import java.util.List;

/** Keeps traces, once they are on. */
public final class RecordedTraces implements Traces {
  private final List<Recorded> versions = new ArrayList<>();
  private boolean on;

  /** The trace of a version, and what became of it. */
  public static final class Recorded implements Open {
    public final VersionSteps steps;
    public final List<String> ends = new ArrayList<>();
    private final int number;

    private Recorded(final VersionSteps steps, final int number) {
      this.steps = steps;
      this.number = number;
    }

    @Override
    public String parent() {
      return "00-%032x-%016x-01".formatted(number, number);
    }

    @Override
    public void committed(final long time) {
      ends.add("committed");
    }

    @Override
    public void aborted(final long time) {
      ends.add("aborted");
    }
  }

  public void begin() {
    on = true;
  }

  /** Those so far. */
  public List<Recorded> versions() {
    return versions;
  }

  @Override
  public boolean areOn() {
    return on;
  }

  @Override
  public String instance() {
    return "one";
  }

  @Override
  public Open begin(final VersionSteps version) {
    final Recorded recorded = new Recorded(version, versions.size() + 1);
    versions.add(recorded);
    return recorded;
  }
}
