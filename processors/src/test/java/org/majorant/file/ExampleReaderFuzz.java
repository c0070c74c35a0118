package org.majorant.file;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.provider.MethodSource;
import org.majorant.schema.LabeledExample;

/**
 * Whatever a file holds, each of its lines is an example or is malformed, and reading it comes to
 * an end. The first byte says in which format.
 */
class ExampleReaderFuzz {
  private static final Format[] FORMATS =
      Arrays.stream(Format.values()).filter(Format::isText).toArray(Format[]::new);

  static Stream<byte[]> files() {
    return Stream.of(
        file(Format.LIBSVM, "+1 3:1 11:0.5 # a comment", "-1 2:-1e3"),
        file(Format.CSV, "label,age,\"work, or none\"", "yes,17,\"a \"\"b\"\"\"", "?,,x"),
        file(Format.TSV, "age\tlabel", "17\tyes", "3.5\tno"),
        file(Format.JSONL, "{\"features\": {\"x\": 1}, \"label\": \"a\"}", "{\"tokens\": [\"a\"]}"),
        file(Format.TEXT, "ham\tGo until jurong point, crazy..", "spam\tFREE 2 enter"),
        file(Format.CONLL, "-DOCSTART- O", "", "Oslo NNP I-LOC", "is VBZ O", "", "# B-X"));
  }

  @Timeout(10)
  @MethodSource("files")
  @FuzzTest(maxDuration = "", maxExecutions = 1_000_000)
  void lines_areExamplesOrMalformed(final byte[] bytes) {
    if (bytes.length == 0) {
      return;
    }
    final Format format = FORMATS[Byte.toUnsignedInt(bytes[0]) % FORMATS.length];
    final var in = new ByteArrayInputStream(bytes, 1, bytes.length - 1);
    try (ExampleReader reader = ExampleReader.of(format, "file", in, Layout.USUAL)) {
      LabeledExample next;
      do {
        next = read(reader);
      } while (next != null);
    } catch (final IOException e) {
      assertThat(e.getMessage()).startsWith("file:");
    }
  }

  /** The next example that is none of a malformed line. */
  private static LabeledExample read(final ExampleReader reader) throws IOException {
    while (true) {
      try {
        return reader.read();
      } catch (final MalformedLine e) {
        assertThat(e.getMessage()).hasLineCount(1).startsWith("file:" + e.line() + ": ");
      }
    }
  }

  private static byte[] file(final Format format, final String... lines) {
    final byte[] text = Lines.text(lines).getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(1 + text.length).put((byte) format.ordinal()).put(text).array();
  }
}
