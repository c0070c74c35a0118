package org.majorant.ops.http.curves;

import com.fasterxml.jackson.databind.util.RawValue;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.majorant.schema.ModelHead;

/**
 * What is kept here of one model for the charts: a quarter of an hour of its seconds and versions,
 * and a day of them, a row a minute. It is about a megabyte. Thread-safe, but for what is added:
 * one thread does.
 */
public final class ModelCurves {
  private static final int SECONDS = 15 * 60;

  private final Series seconds = new Series(SECONDS, LearnerMeters.COLUMNS);
  private final Series versions = new Series(SECONDS, VersionRow.COLUMNS);
  private final DaySeries minutes = new DaySeries(LearnerMeters.LASTING, LearnerMeters.COLUMNS);
  private final DaySeries versionsOfDay = DaySeries.ofLast(VersionRow.COLUMNS);
  private final ProgressWindow progress = new ProgressWindow();
  private long newest;

  /**
   * Two tables of columns and rows.
   *
   * @param seconds under {@link LearnerMeters#COLUMNS}
   * @param versions under {@link VersionRow#COLUMNS}
   */
  public record Tables(RawValue seconds, RawValue versions) {}

  /** Of a model that others learn, of which there are these versions. */
  public static ModelCurves of(final List<ModelHead> heads) {
    final ModelCurves curves = new ModelCurves();
    curves.follow(heads);
    return curves;
  }

  /** The last quarter of an hour. */
  public Tables quarter() {
    return new Tables(new RawValue(seconds.json()), new RawValue(versions.json()));
  }

  /** The last day, a row a minute. */
  public Tables day() {
    return new Tables(new RawValue(minutes.json()), new RawValue(versionsOfDay.json()));
  }

  /**
   * Adds a second of the model that is learned here.
   *
   * @return the row as JSON
   */
  public RawValue addSecond(final double... second) {
    minutes.add(second);
    return new RawValue(seconds.add(second));
  }

  /**
   * Adds those versions that are newer than all before.
   *
   * @param heads ascending
   * @param pass over the same examples, of a version
   * @return their rows as JSON
   */
  public List<RawValue> addVersions(
      final List<ModelHead> heads, final ToDoubleFunction<ModelHead> pass) {
    return newer(heads).stream()
        .map(head -> addVersion(VersionRow.of(head, pass.applyAsDouble(head))))
        .toList();
  }

  /** The same of a model that others learn, of whose seconds its versions alone tell. */
  public void follow(final List<ModelHead> heads) {
    for (final ModelHead head : newer(heads)) {
      addVersion(VersionRow.of(head, Double.NaN));
      addSecond(progress.row(head));
    }
  }

  private List<ModelHead> newer(final List<ModelHead> heads) {
    final long before = newest;
    final List<ModelHead> newer =
        heads.stream().filter(head -> head.getVersion() > before).toList();
    if (!newer.isEmpty()) {
      newest = newer.get(newer.size() - 1).getVersion();
    }
    return newer;
  }

  private RawValue addVersion(final double[] row) {
    versionsOfDay.add(row);
    return new RawValue(versions.add(row));
  }
}
