package org.majorant.ops.faults;

import org.majorant.ops.learn.LearnerProcess;

/** What happens to a learner, or to all of them. */
enum LearnerFault implements Fault {
  KILLED("a learner is killed") {
    @Override
    public void begin(final LiveSystem system, final LearnerProcess learner) throws Exception {
      learner.kill();
    }

    @Override
    public void end(final LiveSystem system, final LearnerProcess learner) throws Exception {
      learner.start();
    }
  },

  STOPPED("a learner is stopped") {
    @Override
    public void begin(final LiveSystem system, final LearnerProcess learner) throws Exception {
      learner.stop();
    }

    @Override
    public void end(final LiveSystem system, final LearnerProcess learner) throws Exception {
      learner.start();
    }
  },

  /** Longer than its session of 10 s, without knowing it: others may have its partitions. */
  STANDS_STILL("a learner stands still") {
    @Override
    public void begin(final LiveSystem system, final LearnerProcess learner) throws Exception {
      learner.suspend();
    }

    @Override
    public void end(final LiveSystem system, final LearnerProcess learner) throws Exception {
      learner.resume();
    }

    @Override
    public double leastSeconds() {
      return 10.5;
    }

    @Override
    public double mostSeconds() {
      return 13;
    }
  },

  LOSES_STATE("a killed learner loses its state") {
    @Override
    public void begin(final LiveSystem system, final LearnerProcess learner) throws Exception {
      learner.kill();
      LiveSystem.empty(learner.stateDir());
    }

    @Override
    public void end(final LiveSystem system, final LearnerProcess learner) throws Exception {
      learner.start();
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

  JOINED_BY_TWO("two more learners join, and part again") {
    @Override
    public void begin(final LiveSystem system, final LearnerProcess learner) throws Exception {
      system.joinTwo();
    }

    @Override
    public void end(final LiveSystem system, final LearnerProcess learner) throws Exception {
      system.partFromTwo();
    }

    @Override
    public double leastSeconds() {
      return 6;
    }

    @Override
    public double mostSeconds() {
      return 9;
    }
  },

  /** First while it runs, then when it starts. */
  DISK_FULL("a learner's disk is full, also when it starts") {
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

    @Override
    public double leastSeconds() {
      return 3;
    }

    @Override
    public double mostSeconds() {
      return 6;
    }

    @Override
    public boolean needsDisk() {
      return true;
    }
  },

  DISK_READ_ONLY("a killed learner's disk is read-only") {
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

    @Override
    public double leastSeconds() {
      return 3;
    }

    @Override
    public double mostSeconds() {
      return 6;
    }

    @Override
    public boolean needsDisk() {
      return true;
    }
  };

  private final String label;

  LearnerFault(final String label) {
    this.label = label;
  }

  @Override
  public String label() {
    return label;
  }
}
