package org.majorant.acceptance.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.majorant.file.ExampleReader;
import org.majorant.file.Format;
import org.majorant.file.Layout;
import org.majorant.file.evaluate.Evaluator;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Point;
import org.majorant.spec.SpecFile;

/** 20 Newsgroups, five groups of which come only when half of the documents are learned. */
@Tag("soak")
class OpenLabelsSoak {
  private static final Path NEWS = Path.of("../../shared/data/20newsgroups");
  private static final AvroSerde<LabeledExample> EXAMPLES = AvroSerde.of(LabeledExample.class);
  private static final int LATE = 15; // groups of a greater number

  @Test
  void labels_thatComeLate_areLearnedAsIfTheyHadBeenKnown() throws Exception {
    assumeTrue(Files.exists(NEWS) || System.getenv("CI") != null, "20 Newsgroups is not shipped");
    final String listed =
        IntStream.rangeClosed(1, 20).mapToObj("\"%d\""::formatted).collect(Collectors.joining(","));
    final ModelSpec closed = spec("[" + listed + "]");
    final List<byte[]> train = lateGroups(read(closed, "train"));
    final List<byte[]> test = read(closed, "test");
    final double known = heldOut(closed, train, test);
    final double open = heldOut(spec("open"), train, test);
    System.out.printf("held out: %.4f with open labels, %.4f with known ones%n", open, known);
    assertThat(open).isBetween(0.95 * known, 1.02 * known);
    assertThat(known).isBetween(0.4, 0.8);
  }

  private static ModelSpec spec(final String labels) {
    return SpecFile.read(
        "{model: news, labels: %s, features: {dimension: 44876, transform: [log1p, unit]}}"
            .formatted(labels));
  }

  /** The late groups are spread over the second half. */
  private static List<byte[]> lateGroups(final List<byte[]> shuffled) {
    final List<byte[]> first = new ArrayList<>();
    final List<byte[]> second = new ArrayList<>();
    for (final byte[] record : shuffled) {
      final boolean late = Integer.parseInt(label(record)) > LATE;
      (late || first.size() >= shuffled.size() / 2 ? second : first).add(record);
    }
    Collections.shuffle(second, new Random(34));
    first.addAll(second);
    return first;
  }

  private static String label(final byte[] record) {
    return ((Point) EXAMPLES.decode(record).getStructure()).getLabel().toString();
  }

  private static double heldOut(
      final ModelSpec spec, final List<byte[]> train, final List<byte[]> test) {
    final Evaluator evaluator = new Evaluator(spec);
    return evaluator.score(evaluator.learnOnce(train).model(), test).scores().logLoss();
  }

  private static List<byte[]> read(final ModelSpec spec, final String part) throws Exception {
    final String file = NEWS.resolve(part + ".libsvm.gz").toString();
    try (ExampleReader reader = ExampleReader.open(Format.LIBSVM, file, Layout.of(spec))) {
      final List<byte[]> records = new ArrayList<>(reader.readAll(e -> {}));
      Collections.shuffle(records, new Random(33));
      return records;
    }
  }
}
