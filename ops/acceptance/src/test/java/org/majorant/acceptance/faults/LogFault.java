package org.majorant.acceptance.faults;

import org.majorant.acceptance.learn.LearnerProcess;

/** What happens to the input topic, or to what the broker knows of its readers. */
enum LogFault implements Fault {
  OFFSETS_REMOVED("the offsets of stopped learners are removed") {
    @Override
    public void begin(final LiveSystem system, final LearnerProcess learner) throws Exception {
      for (final LearnerProcess each : system.learners()) {
        each.stop();
      }
      system.removeGroup();
    }

    @Override
    public void end(final LiveSystem system, final LearnerProcess learner) throws Exception {
      for (final LearnerProcess each : system.learners()) {
        each.start();
      }
    }
  },

  RETENTION_OVERTAKES_STOPPED("retention overtakes learners that are stopped") {
    @Override
    public void begin(final LiveSystem system, final LearnerProcess learner) throws Exception {
      for (final LearnerProcess each : system.learners()) {
        each.stop();
      }
    }

    @Override
    public void end(final LiveSystem system, final LearnerProcess learner) throws Exception {
      system.deleteInput();
      for (final LearnerProcess each : system.learners()) {
        each.start();
      }
    }
  },

  /** Shorter than their session: they go on as if nothing had been. */
  RETENTION_OVERTAKES_RUNNING("retention overtakes learners that stand still") {
    @Override
    public void begin(final LiveSystem system, final LearnerProcess learner) throws Exception {
      for (final LearnerProcess each : system.learners()) {
        each.suspend();
      }
    }

    @Override
    public void end(final LiveSystem system, final LearnerProcess learner) throws Exception {
      system.deleteInput();
      for (final LearnerProcess each : system.learners()) {
        each.resume();
      }
    }
  };

  private final String label;

  LogFault(final String label) {
    this.label = label;
  }

  @Override
  public String label() {
    return label;
  }

  @Override
  public boolean deletesInput() {
    return this != OFFSETS_REMOVED;
  }

  @Override
  public double leastSeconds() {
    return 3;
  }

  @Override
  public double mostSeconds() {
    return 5;
  }
}
