package org.majorant.ops.operate;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.majorant.ops.read.Passes;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.ExamplePacker;
import org.majorant.schema.RegistryException;
import org.majorant.schema.SchemaRegistry;
import org.majorant.schema.ValueDecoder;

/**
 * Sends encoded examples to a topic, spread evenly over its partitions, at a steady rate.
 * Idempotent, so that each example is on the topic exactly once; without transactions, so that
 * offsets count records.
 *
 * <p>If it is asked to, it packs examples into records: a record is sent once it has enough of them
 * or of their bytes, and before its first example has waited for long. Such records have no key, as
 * all that it sends: who sends examples by a key must pack only those of one key. For one thread.
 */
public final class ExampleProducer implements AutoCloseable {
  private static final Duration LINGER = Duration.ofMillis(20);

  /** Of a packed record's examples; one batch of the client has as many. */
  private static final int PACK_BYTES = 64 << 10;

  private final KafkaProducer<byte[], byte[]> producer;
  private final ExamplePacker packer;
  private final ScheduledExecutorService clock; // null where nothing waits
  private final List<Outgoing> pack = new ArrayList<>(); // it is its own lock
  private final Queue<List<Outgoing>> tooLarge = new ConcurrentLinkedQueue<>();
  private final int packed;
  private final String topic;
  private final int partitions;
  private final double nanosEach;
  private final long start = System.nanoTime();
  private final AtomicReference<Exception> fault = new AtomicReference<>();
  private int pass = 1;
  private long sent;
  private int packBytes;
  private long packBegan;
  private long records;
  private final LongAdder arrived = new LongAdder(); // examples that the brokers have confirmed

  /**
   * @param key of a record that is not packed; null: it has none, as each packed one
   * @param refused is run where it is larger than the topic takes; null: that is a fault
   */
  private record Outgoing(byte[] key, byte[] example, Runnable refused) {}

  /**
   * One that sends each example as a record of its own.
   *
   * @param client how to reach the brokers
   * @param rate examples a second; 0: as fast as it goes
   */
  public ExampleProducer(final Map<?, ?> client, final String topic, final double rate) {
    this(client, topic, rate, 1);
  }

  /**
   * @param client how to reach the brokers, and the registry of the examples' schema if there is
   *     one
   * @param rate examples a second; 0: as fast as it goes
   * @param packed examples of a record, 1 to {@link ValueDecoder#MOST_EXAMPLES}; where there are
   *     more than 1, all examples that are sent are of one {@link AvroSerde}
   * @throws RegistryException where a registry is named that does not take the schema
   */
  public ExampleProducer(
      final Map<?, ?> client, final String topic, final double rate, final int packed) {
    final Map<String, Object> config = new HashMap<>();
    client.forEach((name, value) -> config.put(name.toString(), value));
    config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    // a fresh partition takes any first sequence number: were the first batch refused while the
    // second is under way, the first would be out of order for ever
    config.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
    config.put(ProducerConfig.LINGER_MS_CONFIG, LINGER.toMillis());
    config.put(ProducerConfig.BATCH_SIZE_CONFIG, PACK_BYTES);
    this.topic = topic;
    this.packed = packed;
    packer = new ExamplePacker(SchemaRegistry.of(client), topic);
    if (packed > 1) {
      packer.register();
    }
    nanosEach = rate > 0 ? 1e9 / rate : 0;
    producer = new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    partitions = producer.partitionsFor(topic).size();
    clock = packed > 1 ? Executors.newSingleThreadScheduledExecutor(ExampleProducer::daemon) : null;
    if (clock != null) {
      final long nanos = LINGER.toNanos();
      clock.scheduleWithFixedDelay(this::sendOldPack, nanos, nanos, TimeUnit.NANOSECONDS);
    }
  }

  private static Thread daemon(final Runnable work) {
    final Thread thread = new Thread(work, "majorant-example-packs");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Sends one example when the rate allows it; or packs it, to be sent with others.
   *
   * @throws CommandFailed where an earlier one could not be sent
   */
  public void send(final byte[] example) {
    send(example, null);
  }

  /**
   * The same of one that may be larger than the topic takes: it alone is not sent.
   *
   * @param refused is run then, by a later call of this object
   */
  public void send(final byte[] example, final Runnable refused) {
    send(null, example, refused);
  }

  /**
   * The same of one with a key, which says its partition.
   *
   * @param key null: it has none; else this producer must not pack
   */
  public void send(final byte[] key, final byte[] example, final Runnable refused) {
    sendAgain();
    if (fault.get() != null) {
      throw failed(fault.get());
    }
    final long due = start + (long) (sent * nanosEach);
    for (long left = due - System.nanoTime();
        left > 0 && !Thread.currentThread().isInterrupted();
        left = due - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
    sent++;
    final Outgoing outgoing = new Outgoing(key, example, refused);
    if (packed == 1) {
      sendRecord(example, List.of(outgoing));
      return;
    }
    synchronized (pack) {
      if (packBytes + example.length > PACK_BYTES) {
        sendPack();
      }
      if (pack.isEmpty()) {
        packBegan = System.nanoTime();
      }
      pack.add(outgoing);
      packBytes += example.length;
      if (pack.size() == packed) {
        sendPack();
      }
    }
  }

  private void sendOldPack() {
    synchronized (pack) {
      if (System.nanoTime() - packBegan >= LINGER.toNanos()) {
        try {
          sendPack();
        } catch (final RuntimeException e) {
          fault.compareAndSet(null, e);
        }
      }
    }
  }

  /** Sends what is packed, if anything is. */
  private void sendPack() {
    if (!pack.isEmpty()) {
      sendRecord(packer.pack(pack.stream().map(Outgoing::example).toList()), List.copyOf(pack));
      pack.clear();
      packBytes = 0;
    }
  }

  /**
   * What was too large is smaller alone than in a pack; what is too large alone is refused.
   *
   * @return whether anything is under way again
   */
  private boolean sendAgain() {
    boolean sentAny = false;
    for (List<Outgoing> each = tooLarge.poll(); each != null; each = tooLarge.poll()) {
      if (each.size() == 1) {
        sent--;
        each.get(0).refused().run();
      } else {
        sentAny = true;
        synchronized (pack) {
          each.forEach(one -> sendRecord(packer.pack(List.of(one.example())), List.of(one)));
        }
      }
    }
    return sentAny;
  }

  private void sendRecord(final byte[] value, final List<Outgoing> examples) {
    final byte[] key = examples.get(0).key();
    final Integer partition = key == null ? (int) (records % partitions) : null;
    records++;
    final var record = new ProducerRecord<>(topic, partition, key, value);
    if (pass > 1) {
      record.headers().add(Passes.header(pass));
    }
    producer.send(
        record,
        (metadata, e) -> {
          if (e == null) {
            arrived.add(examples.size());
          } else if (e instanceof RecordTooLargeException
              && examples.stream().allMatch(each -> each.refused() != null)) {
            tooLarge.add(examples);
          } else {
            fault.compareAndSet(null, e);
          }
        });
  }

  /** What is sent from now on is of that pass over the same examples, from 1. */
  public void beginPass(final int number) {
    synchronized (pack) {
      sendPack();
      pass = number;
    }
  }

  /** Waits until all is on the topic. */
  public void flush() {
    synchronized (pack) {
      sendPack();
    }
    do {
      producer.flush();
    } while (sendAgain());
    if (fault.get() != null) {
      throw failed(fault.get());
    }
  }

  private CommandFailed failed(final Exception why) {
    return new CommandFailed(
        "cannot send to %s (%s): of the %,d examples until then %,d are known to be on the topic; find the cause with 'ops/majorant doctor'"
            .formatted(topic, why.getMessage(), sent, arrived.sum()),
        why);
  }

  /** Examples sent so far, those too that wait in a pack. */
  public long sent() {
    return sent;
  }

  /** Records sent so far. */
  public long records() {
    synchronized (pack) {
      return records;
    }
  }

  /** Ends; what was not flushed may be lost. */
  @Override
  public void close() {
    if (clock != null) {
      clock.shutdownNow();
    }
    producer.close(Duration.ofSeconds(2));
  }
}
