package org.majorant.acceptance.faults;

import org.majorant.acceptance.learn.LearnerProcess;

/** What happens to a learner, or to all of them. */
enum LearnerFault implements Fault {
  KILLED("a learner is killed") {
    @Override
    public void begin(final LiveSystem system, final LearnerProcess learner) throws Exception {
      learner.kill();
    }
  },

  STOPPED("a learner is stopped") {
    @Override
    public void begin(final LiveSystem system, final LearnerProcess learner) throws Exception {
      learner.stop();
    }
  },

  /** Longer than its session of 10 s, without knowing it: others may have its partitions. */
  STANDS_STILL("a learner stands still", 10.5, 13) {
    @Override
    public void begin(final LiveSystem system, final LearnerProcess learner) throws Exception {
      learner.suspend();
    }

    @Override
    public void end(final LiveSystem system, final LearnerProcess learner) throws Exception {
      learner.resume();
    }
  },

  LOSES_STATE("a killed learner loses its state") {
    @Override
    public void begin(final LiveSystem system, final LearnerProcess learner) throws Exception {
      learner.kill();
      LiveSystem.empty(learner.stateDir());
    }
  },

  /** All of them, since one cannot be told from outside to be the one that publishes. */
  KILLED_IN_A_PUBLICATION("all learners are killed in a publication") {
    @Override
    public void begin(final LiveSystem system, final LearnerProcess learner) throws Exception {
      system.awaitOpenPublication();
      for (final LearnerProcess each : system.learners()) {
        each.kill();
      }
    }

    @Override
    public void end(final LiveSystem system, final LearnerProcess learner) throws Exception {
      for (final LearnerProcess each : system.learners()) {
        each.start();
      }
    }
  },

  JOINED_BY_TWO("two more learners join, and part again", 6, 9) {
    @Override
    public void begin(final LiveSystem system, final LearnerProcess learner) throws Exception {
      system.joinTwo();
    }

    @Override
    public void end(final LiveSystem system, final LearnerProcess learner) throws Exception {
      system.partFromTwo();
    }
  },

  /** First while it runs, then when it starts. */
  DISK_FULL("a learner's disk is full, also when it starts", 3, 6) {
    @Override
    public void begin(final LiveSystem system, final LearnerProcess learner) throws Exception {
      system.disk(learner).fill();
      Thread.sleep(1000);
      learner.kill();
      LiveSystem.startUntilItSpeaks(learner);
    }

    @Override
    public void end(final LiveSystem system, final LearnerProcess learner) throws Exception {
      system.disk(learner).free();
      learner.startIfEnded();
    }
  },

  DISK_READ_ONLY("a killed learner's disk is read-only", 3, 6) {
    @Override
    public void begin(final LiveSystem system, final LearnerProcess learner) throws Exception {
      learner.kill();
      system.disk(learner).makeReadOnly();
      LiveSystem.startUntilItSpeaks(learner);
    }

    @Override
    public void end(final LiveSystem system, final LearnerProcess learner) throws Exception {
      system.disk(learner).makeWritable();
      learner.startIfEnded();
    }
  };

  private final String label;
  private final double leastSeconds;
  private final double mostSeconds;

  LearnerFault(final String label) {
    this(label, 0.5, 3);
  }

  LearnerFault(final String label, final double leastSeconds, final double mostSeconds) {
    this.label = label;
    this.leastSeconds = leastSeconds;
    this.mostSeconds = mostSeconds;
  }

  @Override
  public String label() {
    return label;
  }

  @Override
  public void end(final LiveSystem system, final LearnerProcess learner) throws Exception {
    learner.start();
  }

  @Override
  public double leastSeconds() {
    return leastSeconds;
  }

  @Override
  public double mostSeconds() {
    return mostSeconds;
  }

  @Override
  public boolean needsDisk() {
    return this == DISK_FULL || this == DISK_READ_ONLY;
  }
}
