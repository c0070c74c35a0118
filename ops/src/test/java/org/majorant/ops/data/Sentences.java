package org.majorant.ops.data;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.majorant.file.ExampleReader;
import org.majorant.file.Format;
import org.majorant.file.Layout;

/** Sentences of a made-up language: tags follow one another, and words their tags, mostly. */
final class Sentences {
  private static final int TAGS = 4;
  private static final int WORDS = 3000;

  private Sentences() {}

  static List<byte[]> records(final long seed, final int count) throws IOException {
    return read(seed, count, 0);
  }

  /** With a third of the labels missing. */
  static List<byte[]> partlyObserved(final long seed, final int count) throws IOException {
    return read(seed, count, 1.0 / 3);
  }

  private static List<byte[]> read(final long seed, final int count, final double missing)
      throws IOException {
    final Random random = new Random(seed);
    final StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      int tag = random.nextInt(TAGS);
      for (int left = 3 + random.nextInt(25); left > 0; left--) {
        tag = random.nextInt(4) > 0 ? (tag + 1) % TAGS : random.nextInt(TAGS);
        final int rank = (int) (WORDS * Math.pow(random.nextDouble(), 3));
        final int word = random.nextInt(8) > 0 ? rank - rank % TAGS + tag : rank;
        final String label = random.nextDouble() < missing ? "?" : "" + (char) ('a' + tag);
        text.append(Integer.toString(word * 7919 + 1000, 36)).append(' ').append(label);
        text.append('\n');
      }
      text.append('\n');
    }
    final byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    try (ExampleReader reader =
        ExampleReader.of(
            Format.CONLL, "sentences", new ByteArrayInputStream(bytes), Layout.USUAL)) {
      return reader.readAll(e -> {});
    }
  }
}
