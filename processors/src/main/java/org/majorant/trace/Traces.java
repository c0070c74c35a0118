package org.majorant.trace;

/** Where traces go. */
public interface Traces {
  /** Nowhere: nothing is collected for them. */
  Traces NONE =
      new Traces() {
        @Override
        public boolean areOn() {
          return false;
        }

        @Override
        public String instance() {
          return "";
        }

        @Override
        public Open begin(final VersionSteps version) {
          throw new IllegalStateException("traces are off");
        }
      };

  /** Whether anybody wants them. */
  boolean areOn();

  /** What the summaries of this instance call their worker, in one line. */
  String instance();

  /** Tells a version that is written now, and may be committed. */
  Open begin(VersionSteps version);

  /** The trace of a version of which nobody knows yet whether it is committed. */
  interface Open {
    /** What the version's record says of its trace: W3C's {@code traceparent}. */
    String parent();

    /** Readers see the version. */
    void committed(long time);

    /** Readers will never see it. */
    void aborted(long time);
  }
}
