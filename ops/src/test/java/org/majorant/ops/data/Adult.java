package org.majorant.ops.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.majorant.file.ExampleReader;
import org.majorant.file.Format;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;

/** The Adult data set as tests use it. */
public final class Adult {
  private static final Path FOLDER = Path.of("data/adult");

  private Adult() {}

  /** The spec that is shipped with it. */
  public static ModelSpec spec() throws IOException {
    return SpecFile.read(Files.readString(FOLDER.resolve("adult.yaml")));
  }

  /** 32,561 records. */
  public static List<byte[]> train() throws IOException {
    return read("a9a.gz");
  }

  /** 16,281 records. */
  public static List<byte[]> test() throws IOException {
    return read("a9a.t.gz");
  }

  private static List<byte[]> read(final String file) throws IOException {
    final String path = FOLDER.resolve(file).toString();
    try (ExampleReader reader = ExampleReader.open(Format.LIBSVM, path)) {
      return reader.readAll(e -> {});
    }
  }
}
