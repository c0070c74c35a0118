package org.majorant.stream.join;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueStore;
import org.majorant.join.Joined;
import org.majorant.join.Joiner;
import org.majorant.join.Origin;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.JoinOutcome;
import org.majorant.schema.JoinedEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Joins the events and labels of one partition. */
final class JoinProcessor implements Processor<byte[], byte[], byte[], byte[]> {
  private static final Logger LOG = LoggerFactory.getLogger(JoinProcessor.class);

  /** How often waits are ended, and what was joined is committed. */
  private static final Duration TICK = Duration.ofMillis(100);

  private final JoinSettings settings;
  private final JoinStores stores;
  private final JoinEnds ends;
  private final SideReader eventReader;
  private final SideReader labelReader;
  private final AvroSerde<JoinedEvent> serde = AvroSerde.of(JoinedEvent.class);
  private ProcessorContext<byte[], byte[]> context;
  private Cancellable punctuator; // null before the first start
  private Joiner joiner;
  private SideProgress events;
  private SideProgress labels;
  private ReadOffsets read;
  private boolean joined; // something, since the last tick
  private boolean warned;

  JoinProcessor(final JoinSettings settings, final JoinStores stores, final JoinEnds ends) {
    this.settings = settings;
    this.stores = stores;
    this.ends = ends;
    eventReader = settings.eventReader();
    labelReader = settings.labelReader();
  }

  @Override
  public void init(final ProcessorContext<byte[], byte[]> opened) {
    context = opened;
    cancel();
    final KeyValueStore<byte[], byte[]> logged = context.getStateStore(JoinStores.NAME);
    joiner =
        new Joiner(
            settings.rules(),
            stores.of(context.taskId()),
            logged::put,
            this::forward,
            settings.counts());
    read = new ReadOffsets(context.getStateStore(JoinStores.READ), settings);
    events = ends.events(context.taskId().partition());
    labels = ends.labels(context.taskId().partition());
    settings.waiting().seen(context.taskId(), joiner);
    punctuator = context.schedule(TICK, PunctuationType.WALL_CLOCK_TIME, this::tick);
  }

  @Override
  public void process(final Record<byte[], byte[]> record) {
    final RecordMetadata place = context.recordMetadata().orElseThrow();
    final RecordOrigin moved = RecordOrigin.of(record.headers());
    final boolean label =
        moved == null ? place.topic().equals(settings.labels().getTopic()) : moved.label();
    final Origin origin =
        moved == null
            ? new Origin(place.partition(), place.offset(), record.timestamp())
            : moved.origin();
    final byte[] key = moved == null || moved.keyed() ? record.key() : null;
    (label ? labels : events).read(place.offset(), origin.time());
    if (!read.isNew(label, origin)) {
      return;
    }
    if (label) {
      label(origin, key, record);
    } else if (eventReader.isWanted(record.value(), record.headers())) {
      joiner.event(
          origin,
          key,
          settings.keepsHeaders()
              ? EventHeaders.pack(record.value(), record.headers())
              : record.value());
    } else {
      settings.counts().passedOver();
    }
  }

  private void label(final Origin origin, final byte[] key, final Record<byte[], byte[]> record) {
    final Optional<String> text =
        labelReader.text(record.value(), record.headers(), settings.labels().getPath());
    if (text.isPresent() && key != null) {
      joiner.label(origin, key, text.get());
      return;
    }
    settings.counts().unreadable();
    if (!warned) {
      warned = true;
      LOG.warn(
          "{}-{} at offset {}: {}; labels like it are counted, and passed over",
          settings.labels().getTopic(),
          origin.partition(),
          origin.offset(),
          key == null ? "a label has no key" : "no label at " + settings.labels().getPath());
    }
  }

  private void tick(final long now) {
    stores.spill(context.taskId());
    if (joiner.due() < now) {
      joiner.advance(Math.min(now, Math.min(events.readUpTo(now), labels.readUpTo(now))));
    }
    settings.waiting().seen(context.taskId(), joiner);
    if (joined) {
      joined = false;
      context.commit(); // the learner waits for it
    }
  }

  private void forward(final Joined event) {
    joined = true;
    final Origin label = event.labelOrigin();
    final RecordHeaders headers = new RecordHeaders();
    final JoinedEvent value =
        new JoinedEvent(
            value(event.value(), headers),
            event.label(),
            JoinOutcome.valueOf(event.outcome().name()),
            event.event().partition(),
            event.event().offset(),
            label == null ? null : label.partition(),
            label == null ? null : label.offset(),
            event.event().time(),
            event.waited(),
            event.former());
    final long time = Math.min(event.event().time(), context.currentSystemTimeMs());
    context.forward(new Record<>(event.key(), serde.encode(value), Math.max(0, time), headers));
  }

  private ByteBuffer value(final byte[] held, final RecordHeaders headers) {
    if (held == null) {
      return null;
    }
    return settings.keepsHeaders() ? EventHeaders.unpack(held, headers) : ByteBuffer.wrap(held);
  }

  @Override
  public void close() {
    cancel();
    if (context != null) {
      settings.waiting().closed(context.taskId());
    }
  }

  private void cancel() {
    if (punctuator != null) {
      punctuator.cancel();
    }
  }
}
