package org.majorant.ops.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.majorant.model.SpecFile;
import org.majorant.schema.ModelSpec;

/** The Wikigold data set as tests use it. */
public final class Wikigold {
  private static final Path FOLDER = Path.of("data/wikigold");

  private Wikigold() {}

  /** The spec that is shipped with it. */
  public static ModelSpec spec() throws IOException {
    return SpecFile.read(Files.readString(FOLDER.resolve("wikigold.yaml")));
  }

  /** 1,363 records, of 32,074 tokens and 2,847 entities. */
  public static List<byte[]> train() throws IOException {
    return read("train.conll.gz");
  }

  /** 333 records, of 6,933 tokens and 711 entities. */
  public static List<byte[]> test() throws IOException {
    return read("test.conll.gz");
  }

  private static List<byte[]> read(final String file) throws IOException {
    final String path = FOLDER.resolve(file).toString();
    try (ExampleReader reader = ExampleReader.open(Format.CONLL, path, null)) {
      return reader.readAll(e -> {});
    }
  }
}
