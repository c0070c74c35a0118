package org.majorant.memory;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.majorant.model.Mixture;
import org.majorant.schema.ModelSpec;

/**
 * The surrogates of each view of a model, and at last that of the stack, see {@link ViewsSite}:
 * each is added to, merged and solved by itself. Their weights lie one after the other; those of
 * the stack are in the first vector.
 */
final class ViewsSurrogate extends Surrogate {
  private final int[] offsets;
  private final List<SingleSurrogate> parts;

  ViewsSurrogate(final ModelSpec spec) {
    super(spec);
    offsets = ViewsSite.offsets(spec);
    parts = ViewsSite.specs(spec).stream().map(SingleSurrogate::of).toList();
  }

  @Override
  void fade(final double from, final double to) {
    parts.forEach(part -> part.advance(to));
  }

  @Override
  public double determined() {
    return parts.stream().mapToDouble(Surrogate::determined).sum();
  }

  @Override
  public void scale(final double factor) {
    parts.forEach(part -> part.scale(factor));
  }

  @Override
  public void add(final Site site) {
    site.requireCurvature(spec);
    advance(site.time);
    for (int v = 0; v < parts.size(); v++) {
      parts.get(v).add(ViewsSite.part(site, v));
    }
  }

  @Override
  public void merge(
      final List<Site> sites, final int workers, final double kappa, final Known known) {
    sites.forEach(site -> advance(site.time));
    for (int v = 0; v < parts.size(); v++) {
      final int part = v;
      parts
          .get(v)
          .merge(
              sites.stream().map(site -> ViewsSite.part(site, part)).toList(),
              workers,
              kappa,
              known == null ? null : part(known, v));
    }
  }

  private Known part(final Known known, final int v) {
    final int from = offsets[v] * vectors;
    final int each = parts.get(v).vectors;
    return new Known(
        at -> known.diagonal().applyAsDouble(from + at / each * vectors + at % each), known.time());
  }

  @Override
  public Solution solve() {
    final double[] theta = new double[features * vectors];
    final double[] precision = new double[features * vectors];
    final float[] rms = new float[features];
    final List<double[]> others = new ArrayList<>();
    double penalty = 0;
    double common = 0; // of at most one of them
    Arrays.fill(precision, spec.getL2());
    for (int v = 0; v < parts.size(); v++) {
      final Surrogate part = parts.get(v);
      final Solution solved = part.solve();
      for (int feature = 0; feature < part.features; feature++) {
        final int from = feature * part.vectors;
        final int to = (offsets[v] + feature) * vectors;
        System.arraycopy(solved.theta(), from, theta, to, part.vectors);
        System.arraycopy(solved.precision(), from, precision, to, part.vectors);
      }
      System.arraycopy(solved.rms(), 0, rms, offsets[v], part.features);
      common += solved.commonSquare();
      penalty += v == 0 ? solved.penalty() : 0;
      addReadings(part, solved.others(), others);
    }
    others.remove(0); // of the first reading, which has the parameters
    return new Solution(theta, precision, rms, penalty, common, others);
  }

  /** No constraint is on the weights of views. */
  @Override
  public Solution constrained() {
    return solve();
  }

  /** Each θ of a part: null where it follows from the parameters. */
  private static void addReadings(
      final Surrogate part, final List<double[]> own, final List<double[]> all) {
    all.add(null);
    final int readings = Mixture.of(part.spec).readings();
    for (int r = 1; r < readings; r++) {
      all.add(own.isEmpty() ? null : own.get(r - 1));
    }
  }

  @Override
  double[] diagonal() {
    final double[] diagonal = new double[features * vectors];
    for (int v = 0; v < parts.size(); v++) {
      final Surrogate part = parts.get(v);
      final double[] own = part.diagonal();
      for (int feature = 0; feature < part.features; feature++) {
        System.arraycopy(
            own, feature * part.vectors, diagonal, (offsets[v] + feature) * vectors, part.vectors);
      }
    }
    return diagonal;
  }

  @Override
  public Site site() {
    return new ViewsSite(
        spec.getCurvature(), offsets, parts.stream().map(Surrogate::site).toList());
  }
}
