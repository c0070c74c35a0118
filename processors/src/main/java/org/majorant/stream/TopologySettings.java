package org.majorant.stream;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.majorant.log.GapLog;
import org.majorant.log.HoldLimits;
import org.majorant.majorize.BaseFeed;
import org.majorant.schema.SchemaRegistry;
import org.majorant.schema.ValueDecoder;
import org.majorant.stream.join.JoinSettings;
import org.majorant.trace.VersionTrace;

/**
 * What a model's parts in the topology need besides its spec.
 *
 * @param shipInterval how often workers ship and the majorizer merges; each asks for a commit then
 * @param decoders make a decoder of examples for each thread that asks
 * @param registry of the schemas of what others read: versions and dead letters
 * @param outputBytesPerSecond budget of the summaries of a worker, of the bases, and of the
 *     versions, 1 or more: beyond it they come less often, since bytes a second of output set the
 *     throughput
 * @param aside runs the majorizer's turns beside the stream thread
 * @param queueBytes of summaries that may wait for the end of a turn: beyond, the stream thread
 *     waits, too
 * @param processor nanoseconds that the thread has had which asks; what keeps workers from learning
 *     is bounded by it
 * @param hold how much workers hold back
 * @param baseFeed where workers get bases from
 * @param gapLog where gaps are read again
 * @param metrics what operators see
 * @param trace what becomes of versions
 * @param join of late labels; null: events have their labels
 */
public record TopologySettings(
    Duration shipInterval,
    Supplier<ValueDecoder> decoders,
    SchemaRegistry registry,
    LongSupplier outputBytesPerSecond,
    Executor aside,
    long queueBytes,
    LongSupplier processor,
    HoldLimits hold,
    BaseFeed baseFeed,
    GapLog gapLog,
    LearningMetrics metrics,
    VersionTrace trace,
    JoinSettings join) {}
