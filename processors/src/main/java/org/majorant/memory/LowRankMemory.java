package org.majorant.memory;

import java.util.Arrays;
import java.util.List;
import org.majorant.bound.Absorption;
import org.majorant.bound.LowRankFold;
import org.majorant.decay.Clock;
import org.majorant.features.Dimensions;
import org.majorant.features.SparsePoint;
import org.majorant.schema.ModelSpec;

/**
 * A = WᵀW + D a vector, W of rank at most 2k: k rows for what has been shipped or came with the
 * base, k for what has not. With T = D + P + the diagonal of the mini-batch not folded yet, M = I +
 * W T⁻¹ Wᵀ and q = W T⁻¹ b, everything is read on the example's support alone (Woodbury, MATHS.md
 * 8):
 *
 * <pre>
 *   ν = M⁻¹q;         θᵢ = (bᵢ − Wᵢ·ν) / Tᵢ
 *   g = W T⁻¹ x;  h = M⁻¹g;   uᵢ = (xᵢ − Wᵢ·h) / Tᵢ;   v = Σ x²/T − g·h
 * </pre>
 *
 * <p>Until its mini-batch is full, an example's curvature stands on the diagonal and its row √c x
 * waits; then all waiting rows are folded into W ({@link LowRankFold}), θ is kept and b = (A + P)θ
 * is set anew. M and q follow each change of T and b on the support, and are computed afresh with
 * every fold.
 */
final class LowRankMemory implements Memory.Joint, Memory.Points {
  private final ModelSpec spec;
  private final Clock clock;
  private final FeatureScale scale;
  private final int vectors;
  private final int k;
  private final Absorption absorption;
  private final MiniBatch batch;
  private final LowRankBlock[] blocks;
  private final int[] seen;
  private int seenSize;

  LowRankMemory(final ModelSpec spec) {
    final Dimensions dimensions = Dimensions.of(spec);
    this.spec = spec;
    clock = Clock.onGrid(spec);
    scale = new FeatureScale(spec);
    vectors = dimensions.vectors();
    k = spec.getRank();
    absorption = LowRankSurrogate.absorption(spec);
    batch = new MiniBatch(spec.getBatch(), vectors);
    seen = new int[dimensions.features()];
    blocks = new LowRankBlock[vectors];
    for (int c = 0; c < vectors; c++) {
      blocks[c] = new LowRankBlock(c, k, dimensions.features(), clock, scale);
    }
  }

  @Override
  public void advance(final double time) {
    final double factor = clock.advance(time);
    if (factor != 1) {
      rescale(factor);
      rebuild();
    }
  }

  @Override
  public void read(
      final SparsePoint x, final double[] before, final double[] scores, final double[] variance) {
    scale.clip(x);
    for (int c = 0; c < vectors; c++) {
      before[c] = blocks[c].score(x);
    }
    for (int j = 0; j < x.size; j++) {
      count(x.indices[j], x.values[j]);
    }
    for (int c = 0; c < vectors; c++) {
      final LowRankBlock block = blocks[c];
      scores[c] = block.score(x);
      variance[c] = clock.weight() * block.variance(x);
    }
  }

  @Override
  public void count(final int i, final double value) {
    if (scale.count[i] == 0) {
      seen[seenSize++] = i;
      scale.count(i, value);
      return;
    }
    final double weight = clock.priorWeight();
    final double prior = weight * scale.prior(i);
    scale.count(i, value);
    final double change = weight * scale.prior(i) - prior;
    if (change != 0) {
      for (final LowRankBlock block : blocks) {
        block.changeDiagonal(i, prior + block.diagonal(i), change, 0);
      }
    }
  }

  @Override
  public double meanSquare(final int feature) {
    return scale.meanSquare(feature);
  }

  @Override
  public void write(final SparsePoint x, final double[] beta, final double[] curvature) {
    final double weight = clock.weight();
    for (int c = 0; c < vectors; c++) {
      final double gain = weight * curvature[c];
      blocks[c].learn(x, weight * beta[c], gain);
      batch.scale(c, Math.sqrt(gain));
    }
    batch.add(x);
    if (batch.full()) {
      foldBatch();
    }
  }

  @Override
  public void revise(final SparsePoint x, final double[] push) {
    scale.clip(x);
    scale.touchSeen(x);
    for (int c = 0; c < vectors; c++) {
      final double db = clock.weight() * push[c];
      for (int j = 0; j < x.size; j++) {
        blocks[c].learn(x.indices[j], db * x.values[j], 0, 0);
      }
    }
  }

  @Override
  public boolean isDense() {
    return false;
  }

  @Override
  public int rows() {
    return Math.min(k, spec.getBatch());
  }

  @Override
  public void read(final int[] features, final int size, final double[] theta) {
    blocks[0].solveNu();
    for (int j = 0; j < size; j++) {
      theta[j] = scale.count[features[j]] > 0 ? blocks[0].theta(features[j]) : 0;
    }
  }

  /** Takes C by its diagonal: beside A, its rows matter to the first few examples only. */
  @Override
  public void turn(
      final int[] features,
      final int size,
      final double[] curvature,
      final double[] gradient,
      final double[] direction) {
    blocks[0].turn(features, size, curvature, gradient, direction);
  }

  @Override
  public void write(
      final int[] features, final int size, final double[] curvature, final double[] push) {
    final double weight = clock.weight();
    final int[] order = ascending(features, size);
    final double[] row = new double[size];
    final int[] columns = new int[size];
    final double[] resting = Arrays.copyOf(curvature, size);
    for (int r = 0; r < rows(); r++) {
      for (int j = 0; j < size; j++) {
        final int slot = order[j];
        columns[j] = features[slot];
        row[j] = curvature[(1 + r) * size + slot];
        resting[slot] -= row[j] * row[j];
      }
      batch.scale(0, Math.sqrt(weight));
      batch.add(columns, row, size);
    }
    for (int j = 0; j < size; j++) {
      final double rest = weight * Math.max(0, resting[j]);
      blocks[0].learn(features[j], weight * push[j], weight * curvature[j], rest);
    }
    if (batch.room() < rows()) {
      foldBatch();
    }
  }

  /** The slots in the order of their features. */
  private static int[] ascending(final int[] features, final int size) {
    final long[] keys = new long[size];
    for (int j = 0; j < size; j++) {
      keys[j] = (long) features[j] << Integer.SIZE | j;
    }
    Arrays.sort(keys);
    return Arrays.stream(keys).mapToInt(key -> (int) key).toArray();
  }

  @Override
  public Site ship(final boolean pull) {
    foldBatch();
    final SingleSurrogate known = new LowRankSurrogate(spec);
    known.add(everything());
    final int m = scale.touched();
    final LowRankSite site = new LowRankSite(vectors, m, k, clock.newest());
    scale.ship(site);
    for (final LowRankBlock block : blocks) {
      block.ship(site);
    }
    site.multiply(clock.toNewest());
    final double[] theta = known.minimise().theta();
    restart(known.site());
    if (pull) {
      site.pull = site.timesAll(theta);
    }
    return site;
  }

  @Override
  public long shipBytes() {
    return scale.touched() * (16 + 8L * vectors * (3 + k));
  }

  @Override
  public void adopt(final Surrogate.State base, final List<Site> own) {
    foldBatch();
    final SingleSurrogate known = new LowRankSurrogate(spec);
    known.add(base.site());
    own.forEach(known::add);
    known.minimise();
    scale.reset();
    rescale(clock.admit(known.time()));
    scale.add(known.site());
    restart(known.site());
  }

  /** The site becomes the rows and diagonal under the worker's own. */
  private void restart(final Site known) {
    known.multiply(clock.factor(known.time));
    for (final LowRankBlock block : blocks) {
      block.start((LowRankSite) known);
    }
    rebuild();
  }

  /** All that is known, base and own, as one site of the newest time with the rows in use. */
  private Site everything() {
    final int[] features = Arrays.copyOf(seen, seenSize);
    Arrays.sort(features);
    final LowRankSite site = new LowRankSite(vectors, seenSize, blocks[0].active, clock.newest());
    System.arraycopy(features, 0, site.features, 0, seenSize);
    for (int j = 0; j < seenSize; j++) {
      site.count[j] = scale.count[features[j]];
      site.square[j] = scale.square[features[j]];
    }
    for (final LowRankBlock block : blocks) {
      block.copyTo(site, false);
    }
    site.multiply(clock.toNewest());
    return site;
  }

  private void foldBatch() {
    if (batch.isEmpty()) {
      return;
    }
    final int[] columns = scale.touchedFeatures();
    for (final LowRankBlock block : blocks) {
      block.fold(batch, absorption, columns);
    }
    batch.clear();
    rebuild();
  }

  private void rebuild() {
    seenSize = 0;
    for (int i = 0; i < seen.length; i++) {
      if (scale.count[i] > 0) {
        seen[seenSize++] = i;
      }
    }
    for (final LowRankBlock block : blocks) {
      block.rebuild(seen, seenSize);
    }
  }

  private void rescale(final double factor) {
    if (factor != 1) {
      batch.rescale(Math.sqrt(factor));
      for (final LowRankBlock block : blocks) {
        block.rescale(factor);
      }
    }
  }
}
