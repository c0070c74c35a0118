package org.majorant.ops.terminal;

import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Help.Ansi.IStyle;

/** Lines of a terminal that are written over by the next ones. */
public final class Redrawn {
  private static final String TO_END_OF_LINE = IStyle.CSI + "K";
  private static final String TO_END_OF_SCREEN = IStyle.CSI + "J";

  private final PrintWriter terminal;
  private int height;

  public Redrawn(final PrintWriter terminal) {
    this.terminal = terminal;
  }

  /**
   * @param lines none wider than the terminal
   */
  public void draw(final List<String> lines) {
    if (height > 0) {
      terminal.print("\r" + IStyle.CSI + height + "A");
    }
    lines.forEach(line -> terminal.print(line + TO_END_OF_LINE + System.lineSeparator()));
    terminal.print(TO_END_OF_SCREEN);
    terminal.flush();
    height = lines.size();
  }
}
