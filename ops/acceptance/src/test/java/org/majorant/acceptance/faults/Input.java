package org.majorant.acceptance.faults;

import org.apache.kafka.clients.admin.Admin;

/** What the learners of a round learn from, and what must be true when they have learned all. */
interface Input {
  /** The spec, as its file has it. */
  String yaml();

  /** The topic whose offsets versions name. */
  String learned();

  void createTopics(Admin admin) throws Exception;

  /** Begins to send on a thread of its own, whatever happens meanwhile. */
  Sending send(String bootstrapServers);

  /** Waits until all is learned. */
  void awaitLearned(LiveSystem system, long sent) throws Exception;

  /**
   * Says in one line how a system that has learned all stands.
   *
   * @param sent so many examples
   * @throws AssertionError with all that is wrong
   */
  String verdict(LiveSystem system, long sent) throws Exception;

  /** What is being sent. */
  interface Sending extends AutoCloseable {
    /** Sends no more, waits until all is on its topics, and returns how many examples that is. */
    long finish();

    @Override
    void close();
  }
}
