package org.majorant.memory;

import java.util.Arrays;
import java.util.List;
import org.majorant.bound.Absorption;
import org.majorant.bound.LowRankFold;
import org.majorant.features.Dimensions;
import org.majorant.features.SparseExample;
import org.majorant.matrix.Cholesky;
import org.majorant.schema.Curvature;
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
final class LowRankMemory implements PointMemory {
  private final ModelSpec spec;
  private final Clock clock;
  private final FeatureScale scale;
  private final int vectors;
  private final int k;
  private final Absorption absorption;
  private final MiniBatch batch;
  private final Block[] blocks;
  private final int[] seen;
  private int seenSize;
  private int active; // rows in use: 0, k (own) or 2k (own, then base)

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
    blocks = new Block[vectors];
    for (int c = 0; c < vectors; c++) {
      blocks[c] = new Block(dimensions.features());
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
      final SparseExample x,
      final double[] before,
      final double[] scores,
      final double[] variance) {
    scale.clip(x);
    for (int c = 0; c < vectors; c++) {
      before[c] = blocks[c].score(x);
    }
    final double weight = clock.priorWeight();
    for (int j = 0; j < x.size; j++) {
      final int i = x.indices[j];
      if (scale.count[i] == 0) {
        seen[seenSize++] = i;
        scale.count(i, x.values[j]);
      } else {
        final double prior = weight * scale.prior(i);
        scale.count(i, x.values[j]);
        final double change = weight * scale.prior(i) - prior;
        if (change != 0) {
          for (final Block block : blocks) {
            block.changeDiagonal(i, prior + block.diagonal(i), change, 0);
          }
        }
      }
    }
    for (int c = 0; c < vectors; c++) {
      final Block block = blocks[c];
      scores[c] = block.score(x);
      variance[c] = clock.weight() * block.variance(x);
    }
  }

  @Override
  public double meanSquare(final int feature) {
    return scale.meanSquare(feature);
  }

  @Override
  public void write(final SparseExample x, final double[] beta, final double[] curvature) {
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
  public Site ship(final boolean pull) {
    foldBatch();
    final Surrogate known = new LowRankSurrogate(spec);
    known.add(everything());
    final int m = scale.touched();
    final Site site = new Site(Curvature.LOW_RANK, vectors, m, k, clock.newest());
    System.arraycopy(scale.sortedTouched(), 0, site.features, 0, m);
    scale.ship(site);
    for (int c = 0; c < vectors; c++) {
      blocks[c].ship(site, c);
    }
    site.multiply(clock.toNewest());
    final double[] theta = known.minimise().theta();
    restart(known.site());
    if (pull) {
      site.pull = site.times(site.gather(theta));
    }
    return site;
  }

  @Override
  public long shipBytes() {
    return scale.touched() * (20 + 8L * vectors * (3 + k));
  }

  @Override
  public void adopt(final Site base, final List<Site> own) {
    foldBatch();
    final Surrogate known = new LowRankSurrogate(spec);
    known.add(base);
    own.forEach(known::add);
    known.minimise();
    scale.reset();
    rescale(clock.admit(known.time()));
    for (final Block block : blocks) {
      block.resetToOwn();
    }
    scale.add(known.site());
    restart(known.site());
  }

  /** The site becomes the rows and diagonal under the worker's own. */
  private void restart(final Site known) {
    known.multiply(clock.factor(known.time));
    for (int c = 0; c < vectors; c++) {
      blocks[c].start(known, c);
    }
    active = 2 * k;
    rebuild();
  }

  /** All that is known, base and own, as one site of the newest time with the rows in use. */
  private Site everything() {
    final int[] features = Arrays.copyOf(seen, seenSize);
    Arrays.sort(features);
    final Site site = new Site(Curvature.LOW_RANK, vectors, seenSize, active, clock.newest());
    System.arraycopy(features, 0, site.features, 0, seenSize);
    for (int j = 0; j < seenSize; j++) {
      site.count[j] = scale.count[features[j]];
      site.square[j] = scale.square[features[j]];
    }
    for (int c = 0; c < vectors; c++) {
      blocks[c].copyTo(site, c);
    }
    site.multiply(clock.toNewest());
    return site;
  }

  private void foldBatch() {
    if (batch.isEmpty()) {
      return;
    }
    final int m = scale.touched();
    final int[] columns = scale.sortedTouched();
    for (int c = 0; c < vectors; c++) {
      blocks[c].fold(columns, m, c);
    }
    batch.clear();
    active = Math.max(active, k);
    rebuild();
  }

  private void rebuild() {
    seenSize = 0;
    for (int i = 0; i < seen.length; i++) {
      if (scale.count[i] > 0) {
        seen[seenSize++] = i;
      }
    }
    for (final Block block : blocks) {
      block.rebuild();
    }
  }

  private void rescale(final double factor) {
    if (factor != 1) {
      batch.rescale(Math.sqrt(factor));
      for (final Block block : blocks) {
        block.rescale(factor);
      }
    }
  }

  /**
   * One vector's (A, b); rows feature-major with stride 2k: the worker's own k, then the base's.
   */
  private final class Block {
    private final int stride = 2 * k;
    private final double[] b;
    private final double[] deltaB;
    private final double[] d;
    private final double[] deltaD;
    private final double[] waiting; // diagonal of the mini-batch not folded yet
    private final double[] w;
    private double[] matrix = {}; // M, active × active, lower triangle kept
    private final double[] q = new double[stride];
    private final double[] factor = new double[stride * stride];
    private final double[] nu = new double[stride];
    private final double[] g = new double[stride];
    private final double[] h = new double[stride];

    Block(final int features) {
      b = new double[features];
      deltaB = new double[features];
      d = new double[features];
      deltaD = new double[features];
      waiting = new double[features];
      w = new double[Math.multiplyExact(stride, features)];
    }

    /** A's part of T. */
    double diagonal(final int i) {
      return d[i] + waiting[i];
    }

    private double total(final int i) {
      return d[i] + waiting[i] + clock.priorWeight() * scale.prior(i);
    }

    /** θᵀx; leaves the factor of M, and ν. */
    double score(final SparseExample x) {
      solveNu();
      double score = 0;
      for (int j = 0; j < x.size; j++) {
        final int i = x.indices[j];
        if (scale.count[i] > 0) {
          score += x.values[j] * theta(i);
        }
      }
      return score;
    }

    /** xᵀ(A+P)⁻¹x, after {@link #score}; leaves h. */
    double variance(final SparseExample x) {
      Arrays.fill(g, 0, active, 0);
      double variance = 0;
      for (int j = 0; j < x.size; j++) {
        final int i = x.indices[j];
        final double scaled = x.values[j] / total(i);
        variance += x.values[j] * scaled;
        for (int r = 0; r < active; r++) {
          g[r] += scaled * w[i * stride + r];
        }
      }
      System.arraycopy(g, 0, h, 0, active);
      Cholesky.solve(factor, active, h);
      return variance - dot(g, h);
    }

    /** θ ← θ + push·u; curvature gain·x² waits on the diagonal; b follows. */
    void learn(final SparseExample x, final double push, final double gain) {
      for (int j = 0; j < x.size; j++) {
        final int i = x.indices[j];
        final double v = x.values[j];
        final double total = total(i);
        final double u = (v - rowTimes(i, h)) / total;
        final double after = theta(i) + push * u;
        final double change = gain * v * v;
        changeDiagonal(i, total, change, push * v + change * after);
        waiting[i] += change;
      }
    }

    /** T and b of one feature change: M and q follow. */
    void changeDiagonal(
        final int i, final double total, final double change, final double changeOfB) {
      final double before = 1 / total;
      final double after = 1 / (total + change);
      final double step = (b[i] + changeOfB) * after - b[i] * before;
      b[i] += changeOfB;
      deltaB[i] += changeOfB;
      final int o = i * stride;
      for (int r = 0; r < active; r++) {
        final double wr = w[o + r];
        q[r] += wr * step;
        final double scaled = wr * (after - before);
        for (int s = r; s < active; s++) {
          matrix[r * active + s] += scaled * w[o + s];
        }
      }
    }

    private double theta(final int i) {
      return (b[i] - rowTimes(i, nu)) / total(i);
    }

    private double rowTimes(final int i, final double[] vector) {
      double sum = 0;
      for (int r = 0; r < active; r++) {
        sum += w[i * stride + r] * vector[r];
      }
      return sum;
    }

    private double dot(final double[] left, final double[] right) {
      double sum = 0;
      for (int r = 0; r < active; r++) {
        sum += left[r] * right[r];
      }
      return sum;
    }

    /** Folds the waiting rows into the worker's own k; keeps θ and sets b = (A + P)θ. */
    void fold(final int[] columns, final int m, final int c) {
      final double[] theta = new double[m];
      final double[] metric = new double[m];
      solveNu();
      for (int j = 0; j < m; j++) {
        theta[j] = theta(columns[j]);
        metric[j] = d[columns[j]];
      }
      final int own = Math.min(active, k);
      final double[] rows = new double[(own + batch.size()) * m];
      for (int r = 0; r < own; r++) {
        for (int j = 0; j < m; j++) {
          rows[r * m + j] = w[columns[j] * stride + r];
        }
      }
      batch.rows(c, columns, m, rows, own);
      final double[] change = new double[m];
      LowRankFold.addGramTimes(rows, own, m, theta, -1, change);
      final double[] absorbed = new double[m];
      final double[] kept =
          LowRankFold.fold(rows, own + batch.size(), m, k, metric, absorption, absorbed);
      final int rank = kept.length / Math.max(1, m);
      LowRankFold.addGramTimes(kept, rank, m, theta, 1, change);
      for (int j = 0; j < m; j++) {
        final int i = columns[j];
        final double shift = change[j] + (absorbed[j] - waiting[i]) * theta[j];
        b[i] += shift;
        deltaB[i] += shift;
        d[i] += absorbed[j];
        deltaD[i] += absorbed[j];
        waiting[i] = 0;
        for (int r = 0; r < k; r++) {
          w[i * stride + r] = r < rank ? kept[r * m + j] : 0;
        }
      }
    }

    private void solveNu() {
      System.arraycopy(matrix, 0, factor, 0, active * active);
      Cholesky.factor(factor, active);
      System.arraycopy(q, 0, nu, 0, active);
      Cholesky.solve(factor, active, nu);
    }

    void rebuild() {
      matrix = new double[active * active];
      Arrays.fill(q, 0);
      for (int r = 0; r < active; r++) {
        matrix[r * active + r] = 1;
      }
      for (int j = 0; j < seenSize; j++) {
        final int i = seen[j];
        final int o = i * stride;
        final double inverse = 1 / total(i);
        for (int r = 0; r < active; r++) {
          final double scaled = w[o + r] * inverse;
          if (scaled != 0) {
            q[r] += scaled * b[i];
            for (int s = r; s < active; s++) {
              matrix[r * active + s] += scaled * w[o + s];
            }
          }
        }
      }
    }

    void ship(final Site site, final int c) {
      for (int j = 0; j < site.size; j++) {
        final int i = site.features[j];
        site.linear[j * vectors + c] = deltaB[i];
        site.curvature[j * vectors + c] = deltaD[i];
        deltaB[i] = 0;
        deltaD[i] = 0;
        for (int r = 0; r < k; r++) {
          site.rows[(c * k + r) * site.size + j] = w[i * stride + r];
          w[i * stride + r] = 0;
        }
      }
    }

    void copyTo(final Site site, final int c) {
      for (int j = 0; j < site.size; j++) {
        final int i = site.features[j];
        site.linear[j * vectors + c] = b[i];
        site.curvature[j * vectors + c] = d[i];
        for (int r = 0; r < site.rank; r++) {
          site.rows[(c * site.rank + r) * site.size + j] = w[i * stride + r];
        }
      }
    }

    void resetToOwn() {
      System.arraycopy(deltaB, 0, b, 0, b.length);
      System.arraycopy(deltaD, 0, d, 0, d.length);
    }

    void start(final Site known, final int c) {
      for (int i = 0; i < b.length; i++) {
        Arrays.fill(w, i * stride + k, (i + 1) * stride, 0);
      }
      for (int j = 0; j < known.size; j++) {
        final int i = known.features[j];
        b[i] = deltaB[i] + known.linear[j * vectors + c];
        d[i] = deltaD[i] + known.curvature[j * vectors + c];
        for (int r = 0; r < known.rank; r++) {
          w[i * stride + k + r] = known.rows[(c * known.rank + r) * known.size + j];
        }
      }
    }

    void rescale(final double by) {
      for (final double[] part : new double[][] {b, deltaB, d, deltaD, waiting}) {
        for (int i = 0; i < part.length; i++) {
          part[i] *= by;
        }
      }
      final double root = Math.sqrt(by);
      for (int i = 0; i < w.length; i++) {
        w[i] *= root;
      }
    }
  }
}
