package org.majorant.log;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * An admin client that the first question opens. It may wait at a broker that is gone until the
 * time of a question is over, so this time is short, and the question is asked anew. Thread-safe.
 */
public final class KeptAdmin implements AutoCloseable {
  /** How often a question is asked that brokers do not answer in time. */
  private static final int ATTEMPTS = 6;

  private static final int REQUEST_MILLIS = 30_000; // Kafka's default

  private final Map<String, Object> config;
  private Admin admin; // null until somebody asks
  private volatile boolean closed;

  /**
   * @param config how to reach the brokers
   */
  KeptAdmin(final Map<String, Object> config) {
    this.config = config;
  }

  /**
   * What the brokers say. What they are to change is asked anew as well, so it must be such that
   * they may be told twice.
   *
   * @throws KafkaException their refusal, or that none answers until this is closed
   */
  <T> T ask(final Function<Admin, KafkaFuture<T>> question) {
    for (int attempt = 1; ; attempt++) {
      try {
        return answer(question.apply(get()));
      } catch (final TimeoutException e) {
        if (attempt == ATTEMPTS || closed) {
          throw e;
        }
      }
    }
  }

  /** What the brokers say, or their refusal, a KafkaException. */
  public static <T> T answer(final KafkaFuture<T> question) {
    try {
      return question.get();
    } catch (final ExecutionException e) {
      if (e.getCause() instanceof KafkaException refusal) {
        throw refusal;
      }
      throw new KafkaException(e.getCause());
    } catch (final InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  /**
   * How long an admin client is to wait for an answer: for two requests, the one that finds the
   * broker and the one that asks it. By default it would wait a minute.
   *
   * @param client how to reach the brokers
   * @throws ConfigException where the time of a request is none
   */
  public static int millis(final Map<String, Object> client) {
    final String name = AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG;
    final Object request = client.getOrDefault(name, REQUEST_MILLIS);
    final long millis = (Integer) ConfigDef.parseType(name, request, ConfigDef.Type.INT);
    return (int) Math.min(Integer.MAX_VALUE, 2 * millis);
  }

  private synchronized Admin get() {
    if (closed) {
      throw new KafkaException("asked after it was closed");
    }
    if (admin == null) {
      final Map<String, Object> all = new HashMap<>(config);
      all.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, millis(config));
      admin = Admin.create(all);
    }
    return admin;
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (admin != null) {
      admin.close(Duration.ZERO);
    }
  }
}
