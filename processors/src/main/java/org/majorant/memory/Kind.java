package org.majorant.memory;

import java.util.function.Function;
import org.majorant.schema.Curvature;
import org.majorant.schema.ModelSpec;

/** The classes of each kind of curvature, and what stands for it in a site's bytes. */
enum Kind {
  FULL(
      0,
      (v, m, r, time) -> new FullSite(v, m, time),
      (v, m, r) -> (3 + v) * m + v * FullSite.triangle(m),
      FullSurrogate::new,
      FullMemory::new,
      FullMemory::new),
  LOW_RANK(
      1,
      LowRankSite::new,
      (v, m, r) -> (2 + v * (2 + r)) * m,
      LowRankSurrogate::new,
      LowRankMemory::new,
      LowRankMemory::new),
  DIAGONAL(
      2,
      (v, m, r, time) -> new DiagonalSite(v, m, time),
      (v, m, r) -> (2 + 2 * v) * m,
      DiagonalSurrogate::new,
      DiagonalMemory::new,
      RowMemory::new);

  /** An empty site of V vectors, m features and r rows a vector. */
  interface Sites {
    Site of(int vectors, int size, int rank, double time);
  }

  /** How many numbers such a site has, but for its pull. */
  interface Length {
    long of(long vectors, long size, long rank);
  }

  final byte code;
  final Sites sites;
  final Length length;
  final Function<ModelSpec, SingleSurrogate> surrogate;
  final Function<ModelSpec, Memory.Points> points;
  final Function<ModelSpec, Memory.Joint> joint;

  Kind(
      final int code,
      final Sites sites,
      final Length length,
      final Function<ModelSpec, SingleSurrogate> surrogate,
      final Function<ModelSpec, Memory.Points> points,
      final Function<ModelSpec, Memory.Joint> joint) {
    this.code = (byte) code;
    this.sites = sites;
    this.length = length;
    this.surrogate = surrogate;
    this.points = points;
    this.joint = joint;
  }

  static Kind of(final Curvature curvature) {
    return valueOf(curvature.name());
  }

  static Kind of(final ModelSpec spec) {
    return of(spec.getCurvature());
  }
}
