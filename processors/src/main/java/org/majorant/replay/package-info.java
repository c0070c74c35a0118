/**
 * A version rebuilt from what the log has of it: the summaries, and the rounds that say how they
 * were merged ({@link org.majorant.replay.Replay}). It goes the way that the majorizer has gone, by
 * the majorizer's own {@code org.majorant.majorize}, and nothing here writes.
 */
package org.majorant.replay;
