package org.majorant.summarize;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.ValueDecoder;

/**
 * The decoders of all models that learn a partition, as their workers come and go. Models of one
 * task whose decoders read the same have one together, which decodes a record once for all of them
 * and gives each a copy. For one thread.
 */
public final class SharedDecoders {
  private final Map<Object, Shared> shared = new HashMap<>(); // by task and key
  private final Map<String, Shared> taken = new HashMap<>(); // by model

  /** A decoder, and for how many models it decodes. */
  private static final class Shared {
    private final ValueDecoder decoder;
    private int models;

    Shared(final ValueDecoder decoder) {
      this.decoder = decoder;
    }

    void count(final int more) {
      models += more;
      decoder.expectAgain(models > 1);
    }
  }

  /**
   * The worker of a model begins; one that was there before has left.
   *
   * @param own decodes its records
   * @return what it is to use, which reads the same
   */
  public ValueDecoder enter(final ModelSpec spec, final ValueDecoder own) {
    final Shared one =
        shared.computeIfAbsent(List.of(spec.getTask(), own.key()), key -> new Shared(own));
    taken.put(spec.getModel(), one);
    one.count(1);
    return one.decoder;
  }

  /** The worker of a model ends. */
  public void leave(final String model) {
    final Shared one = taken.remove(model);
    if (one != null) {
      one.count(-1);
      shared.values().removeIf(each -> each.models == 0);
    }
  }
}
