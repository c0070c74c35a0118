package org.majorant.acceptance.tools;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** The consumer in {@code examples/python}. */
@Tag("tools")
class PythonToolsIT extends ConsumerBattery {
  private static final Path EXAMPLE = Shipped.ROOT.resolve("ops/examples/python");

  private final Tool python =
      Tool.find(
          "python3",
          "python3-confluent-kafka python3-avro python3-crc32c python3-murmurhash",
          "-c",
          "import confluent_kafka, avro, crc32c, murmurhash");

  @Override
  void install(final Path in) throws IOException {
    for (final String file : List.of("majorant_example.py", "majorant_model.py", "predict.py")) {
      Files.copy(EXAMPLE.resolve(file), in.resolve(file));
    }
  }

  @Override
  ProcessBuilder consumer(final Path in, final List<String> options) {
    final List<String> arguments = new ArrayList<>(List.of("predict.py"));
    arguments.addAll(options);
    return python.command(in, arguments.toArray(String[]::new));
  }
}
