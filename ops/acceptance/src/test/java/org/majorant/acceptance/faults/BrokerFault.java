package org.majorant.acceptance.faults;

import org.majorant.acceptance.learn.LearnerProcess;

/** What happens to the broker. */
enum BrokerFault implements Fault {
  KILLED("the broker is killed") {
    @Override
    public void begin(final LiveSystem system, final LearnerProcess learner) {
      system.broker().kill();
    }
  },

  STOPPED("the broker is stopped") {
    @Override
    public void begin(final LiveSystem system, final LearnerProcess learner) {
      system.broker().close();
    }
  },

  /** A server without a directory that it can write to ends itself. */
  DISK_FULL("the broker's disk is full") {
    @Override
    public void begin(final LiveSystem system, final LearnerProcess learner) throws Exception {
      system.brokerDisk().fill();
      LiveSystem.await("the end of the broker", () -> !system.broker().isAlive());
    }

    @Override
    public void end(final LiveSystem system, final LearnerProcess learner) throws Exception {
      system.brokerDisk().free();
      super.end(system, learner);
    }

    @Override
    public boolean needsDisk() {
      return true;
    }
  };

  private final String label;

  BrokerFault(final String label) {
    this.label = label;
  }

  @Override
  public String label() {
    return label;
  }

  @Override
  public void end(final LiveSystem system, final LearnerProcess learner) throws Exception {
    system.startBroker();
  }
}
