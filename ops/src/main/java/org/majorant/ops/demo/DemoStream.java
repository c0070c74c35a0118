package org.majorant.ops.demo;

import java.nio.file.Path;
import org.majorant.file.Format;

/** The data sets that come with Majorant and that a demo can replay. */
public enum DemoStream {
  /** Who earns over 50,000 dollars a year; points of two classes. */
  ADULT("adult", Format.LIBSVM, "a9a.gz", "a9a.t.gz", 1000, null),

  /** Names in Wikipedia's sentences; the sentence is one of those that are not replayed. */
  TAGGING(
      "wikigold",
      Format.CONLL,
      "train.conll.gz",
      "test.conll.gz",
      50,
      "Gaudin attended Crescent City High School in Metairie , Louisiana .");

  private final String name;
  private final Format format;
  private final String train;
  private final String test;
  private final double rate;
  private final String sentence;

  DemoStream(
      final String name,
      final Format format,
      final String train,
      final String test,
      final double rate,
      final String sentence) {
    this.name = name;
    this.format = format;
    this.train = train;
    this.test = test;
    this.rate = rate;
    this.sentence = sentence;
  }

  /**
   * The model's spec.
   *
   * @param home of Majorant, here and below
   */
  public Path spec(final Path home) {
    return folder(home).resolve(name + ".yaml");
  }

  /** What is replayed. */
  public Path train(final Path home) {
    return folder(home).resolve(train);
  }

  /** More of the same, never learned. */
  public Path test(final Path home) {
    return folder(home).resolve(test);
  }

  public Format format() {
    return format;
  }

  /** Examples a second at which something is to be seen. */
  public double rate() {
    return rate;
  }

  /** A sentence to watch while its model learns; null where none is replayed under that name. */
  public static String sentence(final String model) {
    for (final DemoStream stream : values()) {
      if (stream.name.equals(model)) {
        return stream.sentence;
      }
    }
    return null;
  }

  private Path folder(final Path home) {
    return home.resolve("ops/data").resolve(name);
  }
}
