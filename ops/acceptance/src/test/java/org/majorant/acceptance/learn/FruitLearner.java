package org.majorant.acceptance.learn;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.majorant.demo.broker.BrokerProcess;

/** A learner of fruit: of lemons and one other label. */
final class FruitLearner {
  private FruitLearner() {}

  static LearnerProcess start(
      final Path dir,
      final BrokerProcess broker,
      final String model,
      final String label,
      final String input,
      final String... options)
      throws IOException {
    final Path spec =
        Files.writeString(
            dir.resolve(model + ".yaml"),
            "{model: %s, labels: [%s, lemon], features: {hash-bits: 8}, input: %s,"
                    .formatted(model, label, input)
                + " publish: {interval: 100ms}}");
    return new LearnerProcess(dir, spec, broker.bootstrapServers(), model, options);
  }
}
