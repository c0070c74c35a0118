/**
 * The Kafka Streams topology around the learner: examples in, versioned models out, exactly once.
 *
 * <pre>
 *   examples ─► SummarizeProcessor ─► majorant-summaries ─► MajorizeProcessor ─► majorant-models
 *                     ▲    └► majorant-dead-letters              │
 *                     └── BaseFeed ◄── majorant-surrogates ◄─────┘
 * </pre>
 *
 * <p>State is fold(checkpoint, log): no running sum is written for an example; a tiny store keeps
 * the offset up to which all has been shipped, in the same transaction as what was shipped, and a
 * worker that starts again reads the rest from the log itself ({@link org.majorant.log.LogCursor}).
 *
 * <p>How records become summaries is {@code org.majorant.summarize}'s business, and how these
 * become a base {@code org.majorant.majorize}'s: this room only moves them. Bases and versions are
 * solved in turns on another thread, so that the workers of a stream thread learn on meanwhile.
 * Times are milliseconds, where nothing else is said.
 */
package org.majorant.stream;
