package org.majorant.memory;

import java.util.List;
import org.majorant.schema.Curvature;
import org.majorant.schema.ModelSpec;

/** The memories of each view of a model, and at last that of the stack, see {@link ViewsSite}. */
final class ViewsMemory implements Memory {
  private final Curvature kind;
  private final int[] offsets;
  private final List<Memory> memories;

  ViewsMemory(final ModelSpec spec, final List<Memory> memories) {
    kind = spec.getCurvature();
    offsets = ViewsSite.offsets(spec);
    this.memories = List.copyOf(memories);
  }

  @Override
  public void advance(final double time) {
    for (final Memory memory : memories) {
      memory.advance(time);
    }
  }

  @Override
  public Site ship(final boolean pull) {
    return new ViewsSite(kind, offsets, memories.stream().map(each -> each.ship(pull)).toList());
  }

  @Override
  public long shipBytes() {
    return memories.stream().mapToLong(Memory::shipBytes).sum();
  }

  @Override
  public void adopt(final Surrogate.State base, final List<Site> own) {
    start(base, own, Memory::adopt);
  }

  @Override
  public void resume(final Surrogate.State base, final List<Site> own) {
    start(base, own, Memory::resume);
  }

  /** How a memory starts from its part of a base and of the worker's own sites. */
  private interface Start {
    void on(Memory memory, Surrogate.State base, List<Site> own);
  }

  private void start(final Surrogate.State base, final List<Site> own, final Start start) {
    for (int v = 0; v < memories.size(); v++) {
      final int part = v;
      start.on(
          memories.get(v),
          ViewsSite.part(base.site(), part),
          own.stream().map(site -> ViewsSite.part(site, part)).toList());
    }
  }
}
