package org.majorant.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.majorant.file.Format;
import org.majorant.spec.SpecFile;

/** What a demo can replay: data sets that come with Majorant, and examples that are made up. */
public enum DemoStream {
  /** Who earns over 50,000 dollars a year; points of two classes. */
  ADULT(1000, new DataFiles("adult", Format.LIBSVM, "a9a.gz", "a9a.t.gz", null)),

  /** The same, but in the middle third every label is the other one; old examples are forgotten. */
  DRIFT(
      1000,
      new DataFiles("adult", Format.LIBSVM, "a9a.gz", "a9a.t.gz", null),
      List.of("model=drift", "forgetting=auto"),
      FlippedLabels::inTheMiddle),

  /** Names in Wikipedia's sentences; the sentence is one of those that are not replayed. */
  TAGGING(
      50,
      new DataFiles(
          "wikigold",
          Format.CONLL,
          "train.conll.gz",
          "test.conll.gz",
          "Gaudin attended Crescent City High School in Metairie , Louisiana .")),

  /** Which point of a cloud is which in another frame. */
  MATCHING(2, PointPair::data),

  /** Where in an image the blobs are. */
  SEGMENTATION(2, BlobImage::data),

  /** Which advertisements are clicked: a service answers, and hears of clicks later. */
  CLICKS(200, Click::data);

  private final double rate;
  private final DataFiles files; // null: the examples are made up
  private final Supplier<GeneratedData> generated; // null: there are files
  private final List<String> settings;
  private final UnaryOperator<List<byte[]>> change;

  DemoStream(final double rate, final DataFiles files) {
    this(rate, files, List.of(), UnaryOperator.identity());
  }

  DemoStream(
      final double rate,
      final DataFiles files,
      final List<String> settings,
      final UnaryOperator<List<byte[]>> change) {
    this.rate = rate;
    this.files = files;
    this.generated = null;
    this.settings = settings;
    this.change = change;
  }

  DemoStream(final double rate, final Supplier<GeneratedData> generated) {
    this.rate = rate;
    this.files = null;
    this.generated = generated;
    this.settings = List.of();
    this.change = UnaryOperator.identity();
  }

  /** Examples a second at which something is to be seen. */
  public double rate() {
    return rate;
  }

  /** Its files; empty where its examples are made up. */
  public Optional<DataFiles> files() {
    return Optional.ofNullable(files);
  }

  /** The tree of a spec that comes with the files, as it is replayed. */
  public ObjectNode spec(final ObjectNode tree) {
    settings.forEach(setting -> SpecFile.set(tree, setting));
    return tree;
  }

  /** Records of the files, as they are replayed. */
  public List<byte[]> train(final List<byte[]> records) {
    return change.apply(records);
  }

  /** Examples that are made up; empty where there are files. */
  public Optional<GeneratedData> generated() {
    return Optional.ofNullable(generated).map(Supplier::get);
  }

  /** A sentence to watch while its model learns; null where none is replayed under that name. */
  public static String sentence(final String model) {
    return Arrays.stream(values())
        .flatMap(stream -> stream.files().stream())
        .filter(files -> files.name().equals(model))
        .findFirst()
        .map(DataFiles::sentence)
        .orElse(null);
  }

  /** As it is called on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What to look at while a model learns; empty where nothing is replayed under its name. */
  static Optional<Exhibit> exhibit(final String model) {
    return Arrays.stream(values())
        .flatMap(stream -> stream.generated().stream())
        .filter(data -> data.spec().getModel().equals(model))
        .findFirst()
        .map(GeneratedData::exhibit);
  }
}
