package org.majorant.ops.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.majorant.file.ExampleReader;
import org.majorant.file.Format;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;

/** The Wikigold data set as tests use it. */
public final class Wikigold {
  private static final Path FOLDER = Path.of("data/wikigold");

  private Wikigold() {}

  public static Path specFile() {
    return FOLDER.resolve("wikigold.yaml");
  }

  public static Path testFile() {
    return FOLDER.resolve("test.conll.gz");
  }

  /** The spec that is shipped with it. */
  public static ModelSpec spec() throws IOException {
    return SpecFile.read(Files.readString(specFile()));
  }

  /** 1,363 records, of 32,074 tokens and 2,847 entities. */
  public static List<byte[]> train() throws IOException {
    return read(FOLDER.resolve("train.conll.gz"));
  }

  /** 333 records, of 6,933 tokens and 711 entities. */
  public static List<byte[]> test() throws IOException {
    return read(testFile());
  }

  private static List<byte[]> read(final Path file) throws IOException {
    try (ExampleReader reader = ExampleReader.open(Format.CONLL, file.toString())) {
      return reader.readAll(e -> {});
    }
  }
}
