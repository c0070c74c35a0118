package org.majorant.demo;

import java.util.List;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.majorant.demo.Exhibit.Words;
import org.majorant.model.Model;
import org.majorant.ops.terminal.Json;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;

/** Examples that are made up, each from a seed of its own, and others that are never learned. */
public final class GeneratedData {
  /** How many are never learned. */
  static final int HELD_OUT = 16;

  private final ModelSpec spec;
  private final int size;
  private final LongFunction<byte[]> record;
  private final Supplier<Exhibit> exhibit; // gives null where nothing is drawn

  /**
   * Examples that are drawn on the page.
   *
   * @param spec YAML, without the features
   * @param features their names
   * @param size number of examples
   * @param example makes the one of a seed
   * @param words about the others
   */
  GeneratedData(
      final String spec,
      final List<String> features,
      final int size,
      final LongFunction<Specimen> example,
      final Words words) {
    this.spec = spec(spec, features);
    this.size = size;
    record = seed -> example.apply(seed).record();
    exhibit = () -> exhibit(example, words, features.size());
  }

  /**
   * Examples of which nothing is drawn.
   *
   * @param record makes the one of a seed, as it stands on the topic
   */
  GeneratedData(
      final String spec,
      final List<String> features,
      final int size,
      final LongFunction<byte[]> record) {
    this.spec = spec(spec, features);
    this.size = size;
    this.record = record;
    exhibit = () -> null;
  }

  private static ModelSpec spec(final String spec, final List<String> features) {
    return SpecFile.read(spec + "features: {names: " + Json.line(features) + "}\n");
  }

  public ModelSpec spec() {
    return spec;
  }

  /** What is replayed: those of the seeds from 1. */
  public List<byte[]> train() {
    return LongStream.rangeClosed(1, size).mapToObj(record).toList();
  }

  /**
   * The others, those of the seeds below 0, as a model that knows nothing sees them; null where
   * nothing is drawn.
   */
  Exhibit exhibit() {
    return exhibit.get();
  }

  private Exhibit exhibit(
      final LongFunction<Specimen> example, final Words words, final int features) {
    return new Exhibit(
        words,
        LongStream.rangeClosed(1, HELD_OUT).mapToObj(i -> example.apply(-i)).toList(),
        new Model(spec, 0, new double[features], new float[features], new float[features]));
  }
}
