package org.majorant.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;
import org.majorant.schema.SparseVector;

/** Small files written in the test itself. */
final class Lines {
  private Lines() {}

  static InputStream stream(final String... lines) {
    return new ByteArrayInputStream(text(lines).getBytes(StandardCharsets.UTF_8));
  }

  static String text(final String... lines) {
    return String.join("\n", lines) + "\n";
  }

  static ExampleReader open(final Format format, final String... lines) throws IOException {
    return ExampleReader.of(format, "file", stream(lines), Layout.USUAL);
  }

  static List<LabeledExample> all(final ExampleReader reader) throws IOException {
    try (reader) {
      final List<LabeledExample> examples = new ArrayList<>();
      for (LabeledExample next = reader.read(); next != null; next = reader.read()) {
        examples.add(next);
      }
      assertThat(reader.read()).as("after the end").isNull();
      return examples;
    }
  }

  static List<LabeledExample> all(final Format format, final String... lines) throws IOException {
    return all(open(format, lines));
  }

  /** The points of a file that is free of faults. */
  static List<Point> points(final Format format, final String... lines) throws IOException {
    return all(format, lines).stream().map(Lines::point).toList();
  }

  static Point point(final LabeledExample example) {
    return (Point) example.getStructure();
  }

  /** What the next line is told, without the file's name. */
  static String fault(final ExampleReader reader) {
    final String message = catchThrowableOfType(MalformedLine.class, reader::read).getMessage();
    assertThat(message).startsWith("file:").doesNotContain("\n");
    return message.substring("file:".length());
  }

  static Point named(final String label, final List<String> names, final Float... values) {
    return new Point(new NamedFeatures(names, List.of(values)), label, null, null);
  }

  static Point sparse(final String label, final List<Integer> indices, final Float... values) {
    return new Point(new SparseVector(indices, List.of(values)), label, null, null);
  }
}
