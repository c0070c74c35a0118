package org.majorant.stream;

import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.streams.errors.MissingSourceTopicException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.majorant.input.OtherLog;
import org.majorant.join.JoinFull;
import org.majorant.schema.RegistryException;
import org.majorant.schema.RegistryWait;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What becomes of an instance one of whose stream threads has failed. The thread is replaced, since
 * most failures pass. A broker's refusal does not. Nor does another process that has started as the
 * same instance: both would take the tasks from each other for ever, so the older one ends.
 */
final class StreamFaults implements StreamsUncaughtExceptionHandler, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StreamFaults.class);

  private final String application;
  private final InstanceOptions options;
  private final RegistryWait registryWait;
  private volatile Consumer<String> otherLog;
  private final CompletableFuture<Void> ended;
  private volatile boolean closed;

  /**
   * @param registryWait ends the wait of a thread by a failure of it, once it is closed
   * @param otherLog hears that the topic of the only model is not the log that was learned from
   * @param ended fails with what does not pass
   */
  StreamFaults(
      final String application,
      final InstanceOptions options,
      final RegistryWait registryWait,
      final Consumer<String> otherLog,
      final CompletableFuture<Void> ended) {
    this.application = application;
    this.options = options;
    this.registryWait = registryWait;
    this.otherLog = otherLog;
    this.ended = ended;
  }

  @Override
  public StreamThreadExceptionResponse handle(final Throwable fault) {
    final Optional<RuntimeException> lasting = lasting(fault);
    if (lasting.isPresent()) {
      if (lasting.get() instanceof OtherLog other) {
        otherLog.accept(other.getMessage());
      } else {
        ended.completeExceptionally(lasting.get());
      }
      return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }
    final boolean isMissing = fault instanceof MissingSourceTopicException;
    if (closed && isMissing || registryWait.isClosed() && isOfRegistry(fault)) {
      return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }
    if (isMissing) { // the watch over the topics says which one
      LOG.warn("stream thread of {} is replaced: {}", application, fault.getMessage());
    } else {
      LOG.error("stream thread of {} failed and is replaced", application, fault);
    }
    return StreamThreadExceptionResponse.REPLACE_THREAD;
  }

  /**
   * Threads end from now on. One that has ended may be known for ever, and this with it: it keeps
   * nothing in memory.
   */
  @Override
  public void close() {
    closed = true;
    otherLog = why -> {};
  }

  private static boolean isOfRegistry(final Throwable fault) {
    return Stream.iterate(fault, Objects::nonNull, Throwable::getCause)
        .anyMatch(RegistryException.class::isInstance);
  }

  /** The reason for which a thread failed, if the next one would fail for it, too. */
  private Optional<RuntimeException> lasting(final Throwable fault) {
    for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
      if (cause instanceof FencedInstanceIdException) {
        return Optional.of(
            new CannotLearn(
                "another learner has started as instance %s: give each its own --instance-id"
                    .formatted(options.instanceId()),
                fault));
      }
      if (cause instanceof JoinFull) {
        return Optional.of(new CannotLearn(cause.getMessage(), fault));
      }
      if (cause instanceof AuthorizationException
          || cause instanceof AuthenticationException
          || cause instanceof OtherLog
          || cause instanceof CannotLearn) {
        return Optional.of((RuntimeException) cause);
      }
    }
    return Optional.empty();
  }
}
