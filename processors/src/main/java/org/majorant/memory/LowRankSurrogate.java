package org.majorant.memory;

import java.util.ArrayList;
import java.util.List;
import org.majorant.bound.Absorption;
import org.majorant.bound.LowRankFold;
import org.majorant.matrix.Cholesky;
import org.majorant.matrix.Products;
import org.majorant.schema.ModelSpec;
import org.majorant.solve.Quadratic;

/**
 * A = WᵀW + D a vector, D the diagonal that it extends. Rows of added sites are stacked; solving
 * takes all of them exactly (Woodbury, MATHS.md 8),
 *
 * <pre>
 *   θ = T⁻¹(b − Wᵀν),   ν = M⁻¹ W T⁻¹ b,   M = I + W T⁻¹ Wᵀ = L Lᵀ,   T = D + P
 *   ((A + P)⁻¹)ⱼⱼ = (1 − qⱼ) / Tⱼ,   qⱼ = |L⁻¹wⱼ|² / Tⱼ
 * </pre>
 *
 * <p>then folds them to rank k again, keeps θ and sets b = (A + P)θ, or the minimiser would move.
 */
final class LowRankSurrogate extends DiagonalSurrogate {
  private List<Rows> stack = new ArrayList<>();

  LowRankSurrogate(final ModelSpec spec) {
    super(spec);
  }

  /** What the diagonal gains for rows that a fold drops. */
  static Absorption absorption(final ModelSpec spec) {
    return spec.getGuaranteed() ? Absorption.GUARANTEED : Absorption.TRUE_DIAGONAL;
  }

  /** V×r×m rows over some features, and the square root of what they count. */
  private record Rows(int[] features, int rank, double[] rows, double root) {
    Rows(final LowRankSite site, final double root) {
      this(site.features, site.rank, site.rows, root);
    }

    Rows scaled(final double by) {
      return new Rows(features, rank, rows, root * by);
    }

    /** Adds the diagonal of WᵀW, feature-major. */
    void addDiagonal(final int vectors, final double[] sum) {
      for (int row = 0; row < vectors * rank; row++) {
        for (int j = 0; j < features.length; j++) {
          final double w = root * rows[row * features.length + j];
          sum[features[j] * vectors + row / rank] += w * w;
        }
      }
    }

    /** Adds WᵀWθ, feature-major. */
    void addTimes(final int vectors, final double[] theta, final double[] sum) {
      for (int row = 0; row < vectors * rank; row++) {
        final int c = row / rank;
        final int o = row * features.length;
        double dot = 0;
        for (int j = 0; j < features.length; j++) {
          dot += rows[o + j] * theta[features[j] * vectors + c];
        }
        for (int j = 0; j < features.length; j++) {
          sum[features[j] * vectors + c] += root * root * rows[o + j] * dot;
        }
      }
    }
  }

  @Override
  void add(final Site site, final double factor) {
    super.add(site, factor);
    stack.add(new Rows((LowRankSite) site, Math.sqrt(factor)));
  }

  @Override
  void merge(
      final List<Site> sites, final double[] factors, final double kappa, final Gain others) {
    final double[] known = diagonal();
    final double[] theta = minimise().theta();
    final LowRankSurrogate damped = new LowRankSurrogate(spec);
    damped.addScale(this);
    damped.stack.addAll(stack);
    for (int at = 0; at < known.length; at++) {
      damped.rows.add(at / vectors, at % vectors, 0, a(at) + others.of(at, known[at]));
    }
    for (int s = 0; s < factors.length; s++) {
      final LowRankSite site = (LowRankSite) sites.get(s);
      final double[] pulled = site.pull;
      final double[] pull = site.timesAll(theta);
      for (int j = 0; j < site.size; j++) {
        for (int c = 0; c < vectors; c++) {
          final int own = j * vectors + c;
          damped.rows.add(
              site.features[j],
              c,
              factors[s] * (site.linear[own] - pulled[own] + kappa * (pulled[own] - pull[own])),
              kappa * factors[s] * site.curvature[own]);
        }
      }
      damped.stack.add(new Rows(site, Math.sqrt(kappa * factors[s])));
      add(site, factors[s]);
    }
    final double[] move = damped.minimise().theta();
    final double[] b = new double[theta.length];
    for (int at = 0; at < theta.length; at++) {
      theta[at] += move[at];
      b[at] = (a(at) + prior(at / vectors)) * theta[at];
    }
    stack.forEach(stacked -> stacked.addTimes(vectors, theta, b));
    for (int at = 0; at < b.length; at++) {
      rows.setLinear(at / vectors, at % vectors, b[at]);
    }
  }

  @Override
  Quadratic quadratic(final int vector, final int[] at) {
    return quadratic(vector, at, new Column(vector, at).y);
  }

  @Override
  double[] diagonal() {
    final double[] diagonal = super.diagonal();
    stack.forEach(rows -> rows.addDiagonal(vectors, diagonal));
    return diagonal;
  }

  @Override
  public void scale(final double factor) {
    super.scale(factor);
    stack.replaceAll(rows -> rows.scaled(Math.sqrt(factor)));
  }

  @Override
  Solution minimise() {
    final double[] theta = new double[features * vectors];
    final double[] precision = new double[features * vectors];
    solveDiagonal(theta, precision);
    final int[] seen = seen();
    final int m = seen.length;
    final int k = spec.getRank();
    final double[] kept = new double[vectors * k * m];
    for (int c = 0; c < vectors; c++) {
      final Column column = new Column(c, seen);
      column.solve(theta, precision);
      final double[] w = column.fold(k, theta);
      System.arraycopy(w, 0, kept, c * k * m, w.length);
    }
    stack = new ArrayList<>(List.of(new Rows(seen, k, kept, 1)));
    return solution(theta, precision);
  }

  @Override
  public void requireSolvable() {
    solve();
    site().requireFinite();
  }

  @Override
  Site empty(final int size) {
    return new LowRankSite(vectors, size, spec.getRank(), time());
  }

  /** Valid once solved, when the stack is one. */
  @Override
  void copyTo(final Site site) {
    if (stack.size() != 1 || stack.get(0).features.length != site.size) {
      throw new IllegalStateException("solve before the state is taken");
    }
    super.copyTo(site);
    final Rows kept = stack.get(0);
    final double[] rows = ((LowRankSite) site).rows;
    for (int at = 0; at < rows.length; at++) {
      rows[at] = kept.root * kept.rows[at];
    }
  }

  /**
   * The stacked rows Y of one vector, dense over features with all seen, and what is done with
   * them.
   */
  private final class Column {
    private final int c;
    private final int[] seen;
    private final int m;
    private final int r;
    private final double[] y; // r×m, row-major

    Column(final int c, final int[] seen) {
      this.c = c;
      this.seen = seen;
      m = seen.length;
      r = stack.stream().mapToInt(Rows::rank).sum();
      y = new double[Math.multiplyExact(r, m)];
      int first = 0;
      for (final Rows rows : stack) {
        int column = 0;
        for (int j = 0; j < rows.features.length; j++) {
          while (seen[column] != rows.features[j]) { // both ascend
            column++;
          }
          for (int a = 0; a < rows.rank; a++) {
            y[(first + a) * m + column] =
                rows.root * rows.rows[(c * rows.rank + a) * rows.features.length + j];
          }
        }
        first += rows.rank;
      }
    }

    /** θ and its precision, given T⁻¹b and T. */
    void solve(final double[] theta, final double[] precision) {
      if (r == 0 || m == 0) {
        return;
      }
      final double[] scaled = new double[r * m]; // Y T^(−½)
      final double[] nu = new double[r];
      for (int a = 0; a < r; a++) {
        for (int j = 0; j < m; j++) {
          final int at = seen[j] * vectors + c;
          scaled[a * m + j] = y[a * m + j] / Math.sqrt(precision[at]);
          nu[a] += y[a * m + j] * theta[at];
        }
      }
      final double[] inner = new double[r * r];
      for (int a = 0; a < r; a++) {
        inner[a * r + a] = 1;
      }
      Products.addRowGram(scaled, m, r, m, inner, r);
      Cholesky.factor(inner, r);
      Cholesky.solve(inner, r, nu);
      final double[] squares = squares(scaled);
      Cholesky.divideRows(inner, r, m, scaled);
      final double[] q = squares(scaled);
      for (int j = 0; j < m; j++) {
        final int at = seen[j] * vectors + c;
        double drop = 0;
        for (int a = 0; a < r; a++) {
          drop += y[a * m + j] * nu[a];
        }
        theta[at] -= drop / precision[at];
        // at most A + P's own diagonal, whatever rounding says
        precision[at] /= Math.max(1 - q[j], 1 / (1 + squares[j]));
      }
    }

    /** Of each column of r×m rows. */
    private double[] squares(final double[] rows) {
      final double[] sums = new double[m];
      for (int at = 0; at < rows.length; at++) {
        sums[at % m] += rows[at] * rows[at];
      }
      return sums;
    }

    /** Folds Y to rank k into D, with θ kept: b ← b + (A' − A)θ. Returns the rows kept. */
    double[] fold(final int k, final double[] theta) {
      if (r == 0 || m == 0) {
        return new double[0];
      }
      final double[] own = new double[m];
      final double[] metric = new double[m];
      for (int j = 0; j < m; j++) {
        own[j] = theta[seen[j] * vectors + c];
        metric[j] = rows.curvature(seen[j], c);
      }
      final double[] absorbed = new double[m];
      final double[] w = LowRankFold.fold(y, r, m, k, metric, absorption(spec), absorbed);
      final double[] shift = new double[m];
      LowRankFold.addGramTimes(y, r, m, own, -1, shift);
      LowRankFold.addGramTimes(w, w.length / m, m, own, 1, shift);
      for (int j = 0; j < m; j++) {
        rows.add(seen[j], c, shift[j] + absorbed[j] * own[j], absorbed[j]);
      }
      return w;
    }
  }
}
