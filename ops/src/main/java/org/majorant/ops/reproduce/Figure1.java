package org.majorant.ops.reproduce;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Figure 1. */
public final class Figure1 implements Reproduction {
  /** A model. */
  public record Row(String model) implements Reproduction.Row {
    @Override
    public String line() {
      return model;
    }
  }

  public Figure1(final Path out) {}

  @Override
  public void run(final Consumer<Reproduction.Row> each) {}

  @Override
  public String header() {
    return "";
  }

  @Override
  public List<String> notes() {
    return List.of();
  }
}
