package org.majorant.peers;

import java.io.IOException;
import java.nio.file.Path;

/** A learner of a file of labeled examples, or of sentences. */
interface Peer {
  /**
   * Learns a file once, from nothing, and scores another.
   *
   * @param train to learn
   * @param test to score
   */
  Outcome run(Path train, Path test) throws IOException;

  /**
   * How it went.
   *
   * @param examples learned; of sentences the tokens
   * @param seconds of learning
   * @param progressiveLogLoss nats an example, each scored before it is learned; NaN of batches
   * @param heldOutLogLoss nats an example of the other file
   * @param heldOutAccuracy share of it whose most probable label was right; NaN of sentences
   */
  record Outcome(
      long examples,
      double seconds,
      double progressiveLogLoss,
      double heldOutLogLoss,
      double heldOutAccuracy) {
    /** Of labeled examples. */
    static Outcome of(
        final long examples,
        final double seconds,
        final double progressiveLogLoss,
        final Loss heldOut) {
      return new Outcome(examples, seconds, progressiveLogLoss, heldOut.mean(), heldOut.accuracy());
    }
  }
}
