package org.majorant.schema;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.avro.Schema;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits for a schema registry that cannot be asked: its outage says nothing about a record, so who
 * reads the record stops before it until there is an answer, and nothing is lost. The log says so
 * in one line, {@link #obstacle} while it lasts. An answer that there is no such schema ends the
 * wait, too. Safe for use by many threads.
 */
public final class RegistryWait implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RegistryWait.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final Duration pause;
  private final CountDownLatch closed = new CountDownLatch(1);
  private int waiting; // threads
  private String why;
  private Instant since;

  public RegistryWait() {
    this(PAUSE);
  }

  /**
   * @param pause between two questions
   */
  RegistryWait(final Duration pause) {
    this.pause = pause;
  }

  /**
   * The same registry, whose {@link SchemaRegistry#schema} returns or refuses only what the
   * registry has answered. When this is closed, it throws {@link RegistryException}.
   */
  public SchemaRegistry on(final SchemaRegistry registry) {
    return registry == SchemaRegistry.NONE ? registry : new Awaited(registry);
  }

  private final class Awaited implements SchemaRegistry {
    private final SchemaRegistry registry;

    Awaited(final SchemaRegistry registry) {
      this.registry = registry;
    }

    @Override
    public Schema schema(final int id) {
      try {
        return registry.schema(id);
      } catch (final RegistryException e) {
        begin(e);
      }
      try {
        while (true) {
          requireOpen();
          try {
            return registry.schema(id);
          } catch (final RegistryException e) {
            goesOn(e);
          }
        }
      } finally {
        end();
      }
    }

    @Override
    public int register(final String subject, final Schema schema) {
      return registry.register(subject, schema);
    }
  }

  /** Why records are not read now, and since when, in one line; empty while they are. */
  public synchronized Optional<String> obstacle() {
    return waiting == 0
        ? Optional.empty()
        : Optional.of(
            "it has waited for the schema registry since %s: %s: start it or its network"
                .formatted(since, why));
  }

  /** How long records have not been read; 0 while they are. */
  public synchronized Duration lasts() {
    return waiting == 0 ? Duration.ZERO : Duration.between(since, Instant.now());
  }

  /** Whether nothing waits any more. */
  public boolean isClosed() {
    return closed.getCount() == 0;
  }

  /** Ends all waiting. */
  @Override
  public void close() {
    closed.countDown();
  }

  private synchronized void begin(final RegistryException failure) {
    why = failure.getMessage();
    if (waiting++ == 0) {
      since = Instant.now().truncatedTo(ChronoUnit.SECONDS);
      LOG.warn("{}: learning stops before a record of its schemas until it answers", why);
    }
  }

  private synchronized void goesOn(final RegistryException failure) {
    why = failure.getMessage();
  }

  private synchronized void end() {
    waiting--;
    if (waiting == 0) {
      LOG.info(
          "the schema registry has answered after {} s",
          Duration.between(since, Instant.now()).toSeconds());
    }
  }

  private void requireOpen() {
    try {
      if (closed.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new RegistryException("closed while it waited for the schema registry: " + why);
      }
    } catch (final InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RegistryException("interrupted while it waited for the schema registry", e);
    }
  }
}
