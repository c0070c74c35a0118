package org.majorant.ops.read;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.majorant.schema.ModelHead;
import picocli.CommandLine.Help.Ansi;

/**
 * Shows all that a version says of itself, in two columns of names and values, or in one column
 * where two do not fit.
 */
public final class VersionPanel {
  private static final int NAME = 13;
  private static final int VALUE = 22;
  private static final double ROUNDING = 1e-9;

  private final Pace pace = new Pace();
  private final int width;
  private final Ansi ansi;

  /**
   * @param width of the terminal, characters
   * @param ansi whether names may be faint
   */
  public VersionPanel(final int width, final Ansi ansi) {
    this.width = width;
    this.ansi = ansi;
  }

  /** Takes a version, so that there is a rate between it and the next. */
  public void add(final ModelHead head) {
    pace.add(head.getCreated(), head.getTally().getExamples());
  }

  /**
   * Lines, none of which needs more than the width.
   *
   * @param lag behind the end of the topic; empty where it is not known
   * @param pass over the same examples, from 1
   * @param now milliseconds since the epoch
   */
  public List<String> lines(
      final ModelHead head, final OptionalLong lag, final int pass, final long now) {
    add(head);
    final var rate = pace.perSecond(now);
    final ModelLine v = ModelLine.of(head);
    final List<String> cells = new ArrayList<>();
    cells.add(cell("model", v.model()));
    cells.add(cell("version", "%d, %s old".formatted(v.version(), age(now - v.created()))));
    cells.add(cell("examples", "%,d".formatted(v.counts().examples())));
    cells.add(cell("rate", rate.isEmpty() ? "-" : "%,.0f/s".formatted(rate.getAsDouble())));
    cells.add(cell("lag", lag.isEmpty() ? "-" : "%,d".formatted(lag.getAsLong())));
    cells.add(cell("rejected", "%,d".formatted(v.counts().rejected())));
    cells.add(cell("lost", "%,d".formatted(v.counts().lost())));
    cells.add(cell("log-loss", ModelLine.four(v.progressiveLogLoss())));
    cells.add(cell("accuracy", ModelLine.four(v.progressiveAccuracy())));
    cells.add(cell("no change", ModelLine.four(v.noChange())));
    cells.add(cell("class freq.", ModelLine.four(v.classFrequency())));
    cells.add(cell("objective", "%.6f".formatted(v.objective())));
    cells.add(
        cell(
            v.objective() - v.bound() > ROUNDING ? "> bound" : "<= bound",
            "%.6f".formatted(v.bound())));
    cells.add(cell("least slack", "%.3g".formatted(v.boundSlackMin())));
    cells.add(cell("step norm", "%.4f".formatted(v.stepNorm())));
    if (pass > 1) {
      cells.add(cell("pass", "%d: seen before".formatted(pass)));
    }
    if (v.served() != null) {
      cells.add(cell("served loss", ModelLine.four(v.served().logLoss())));
      cells.add(cell("served acc.", ModelLine.four(v.served().accuracy())));
    }
    if (v.entities() != null) {
      cells.add(cell("entities", "%,d".formatted(v.entities().count())));
      cells.add(cell("F1", "%.4f".formatted(v.entities().f1())));
    }
    if (v.mixture() != null) {
      cells.add(cell("temperature", "%.3g".formatted(v.mixture().temperature())));
      cells.add(cell("prior", "%.3g λ".formatted(v.mixture().prior())));
    }
    return width > 2 * (NAME + VALUE) ? pairs(cells) : cells;
  }

  private static List<String> pairs(final List<String> cells) {
    final List<String> lines = new ArrayList<>();
    for (int i = 0; i < cells.size(); i += 2) {
      lines.add(String.join("", cells.subList(i, Math.min(i + 2, cells.size()))));
    }
    return lines;
  }

  private String cell(final String name, final String value) {
    final String shown = value.length() < VALUE ? value : value.substring(0, VALUE - 2) + "~";
    return ansi.string("@|faint %s|@".formatted(name))
        + " ".repeat(NAME - name.length())
        + shown
        + " ".repeat(VALUE - shown.length());
  }

  private static String age(final long millis) {
    final long seconds = Math.max(0, millis / 1000);
    return seconds < 60
        ? seconds + " s"
        : seconds < 3600
            ? seconds / 60 + " min"
            : seconds < 86_400 ? seconds / 3600 + " h" : seconds / 86_400 + " days";
  }
}
