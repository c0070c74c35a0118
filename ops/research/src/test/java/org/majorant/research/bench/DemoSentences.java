package org.majorant.research.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.majorant.demo.DataFiles;
import org.majorant.demo.DemoStream;
import org.majorant.file.ExampleReader;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;

/** The sentences that the demo replays: 1,363 records, of 32,074 tokens. */
final class DemoSentences {
  private static final Path HOME = Path.of("..");
  private static final DataFiles FILES = DemoStream.TAGGING.files().orElseThrow();

  private DemoSentences() {}

  static ModelSpec spec() throws IOException {
    return SpecFile.read(Files.readString(FILES.spec(HOME)));
  }

  static List<byte[]> records() throws IOException {
    try (ExampleReader reader = ExampleReader.open(FILES.format(), FILES.train(HOME).toString())) {
      return reader.readAll(e -> {});
    }
  }
}
