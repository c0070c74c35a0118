package org.majorant.memory;

import java.util.function.Function;
import org.majorant.decay.Decay;
import org.majorant.features.Dimensions;
import org.majorant.schema.Curvature;
import org.majorant.schema.ModelSpec;

/**
 * All that the kind of curvature decides: the memories and the surrogate, and of a {@link Site} its
 * lengths, its bytes and how it is merged. Unless a constant says otherwise, A's diagonal is kept,
 * m×V, feature-major, beside the rows of what is of low rank.
 */
public enum SiteLayout {
  /** A's upper triangle by rows, a vector. */
  FULL(0, FullMemory::new, FullMemory::new, FullSurrogate::new) {
    @Override
    public boolean addsSoundly() {
      return true;
    }

    @Override
    public boolean isDense() {
      return true;
    }

    @Override
    long priorSquares(final long size) {
      return size;
    }

    @Override
    long curvatures(final long vectors, final long size) {
      return vectors * triangle(size);
    }

    @Override
    int diagonal(final int feature, final int vector, final int vectors, final int size) {
      return vector * (int) triangle(size) + feature * size - feature * (feature - 1) / 2;
    }
  },

  LOW_RANK(1, LowRankMemory::new, LowRankMemory::new, LowRankSurrogate::new),

  DIAGONAL(2, DiagonalMemory::new, RowMemory::new, DiagonalSurrogate::new);

  private final byte code;

  final Function<ModelSpec, PointMemory> points;
  final Function<ModelSpec, Memory.Joint> joint;
  final Function<ModelSpec, Surrogate> surrogate;

  SiteLayout(
      final int code,
      final Function<ModelSpec, PointMemory> points,
      final Function<ModelSpec, Memory.Joint> joint,
      final Function<ModelSpec, Surrogate> surrogate) {
    this.code = (byte) code;
    this.points = points;
    this.joint = joint;
    this.surrogate = surrogate;
  }

  /** The layout of a kind of curvature. */
  public static SiteLayout of(final Curvature kind) {
    return switch (kind) {
      case FULL -> FULL;
      case LOW_RANK -> LOW_RANK;
      case DIAGONAL -> DIAGONAL;
    };
  }

  /** Vectors of a model's sites: those of its first memory, then of each that forgets beside it. */
  static int vectors(final ModelSpec spec) {
    return Dimensions.of(spec).vectors() * (1 + Decay.others(spec).size());
  }

  /**
   * Whether sites that several workers learned from the same base may be added as they are. If not,
   * they ship where they pull, and are merged by κ ({@link Surrogate#merge}).
   */
  public boolean addsSoundly() {
    return false;
  }

  /** What stands for the kind of curvature in a site's bytes. */
  byte code() {
    return code;
  }

  /** Whether A's entries off the diagonal are kept one by one. */
  public boolean isDense() {
    return false;
  }

  /** Length of a site's {@code priorSquare}. */
  long priorSquares(final long size) {
    return 0;
  }

  /** Length of a site's {@code curvature}. */
  long curvatures(final long vectors, final long size) {
    return vectors * size;
  }

  /** Where in {@code curvature} the diagonal entry of a feature, by its place in the site, is. */
  int diagonal(final int feature, final int vector, final int vectors, final int size) {
    return feature * vectors + vector;
  }

  /** Entries of an upper triangle with the diagonal. */
  static long triangle(final long size) {
    return size * (size + 1) / 2;
  }
}
