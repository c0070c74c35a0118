/**
 * How a partition's records become summaries: an {@link org.majorant.summarize.ExampleIntake} reads
 * their examples, a {@link org.majorant.summarize.RecordLearner} has the worker learn them, and an
 * {@link org.majorant.summarize.UnshippedRange} counts what became of them until a summary is
 * shipped. A range that cannot be learned is learned again in halves, until the examples are found
 * that are to blame ({@link org.majorant.summarize.PackedTrial}).
 *
 * <p>How an example moves the weights is {@code org.majorant.learn}'s business. No Kafka Streams
 * here and no store: {@code org.majorant.stream} brings the records and forwards what is shipped.
 */
package org.majorant.summarize;
