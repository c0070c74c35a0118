package org.majorant.stream;

import java.util.Map;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.state.StoreBuilder;

/**
 * An empty store that says it is persistent. Streams keeps its process id, and with it the
 * transactional id, from start to start only where some store is persistent; with a new one, a
 * transaction left open by a crash would block the next start until it times out.
 */
final class PersistentMarker implements StateStore {
  static final String NAME = "majorant-process-identity";

  private boolean open;

  static StoreBuilder<PersistentMarker> builder() {
    return new Builder();
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void init(final StateStoreContext context, final StateStore root) {
    context.register(root, (key, value) -> {});
    open = true;
  }

  @Override
  public void close() {
    open = false;
  }

  @Override
  public boolean persistent() {
    return true;
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  private static final class Builder implements StoreBuilder<PersistentMarker> {
    @Override
    public StoreBuilder<PersistentMarker> withCachingEnabled() {
      return this;
    }

    @Override
    public StoreBuilder<PersistentMarker> withCachingDisabled() {
      return this;
    }

    @Override
    public StoreBuilder<PersistentMarker> withLoggingEnabled(final Map<String, String> config) {
      return this;
    }

    @Override
    public StoreBuilder<PersistentMarker> withLoggingDisabled() {
      return this;
    }

    @Override
    public PersistentMarker build() {
      return new PersistentMarker();
    }

    @Override
    public Map<String, String> logConfig() {
      return Map.of();
    }

    @Override
    public boolean loggingEnabled() {
      return false;
    }

    @Override
    public String name() {
      return NAME;
    }
  }
}
