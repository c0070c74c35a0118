/**
 * The join of late labels on Kafka Streams: before the learner there is a sub-topology of its own,
 * in the same transactions.
 *
 * <pre>
 *   events ─┐ (by key, through repartition topics, where that is needed)
 *           ├─► JoinProcessor ─► majorant-joined-MODEL ─► SummarizeProcessor
 *   labels ─┘        └► its store and changelog
 * </pre>
 *
 * <p>What becomes of an event is {@code org.majorant.join}'s business: this room only moves records
 * and says up to which time both topics have been read.
 */
package org.majorant.stream.join;
