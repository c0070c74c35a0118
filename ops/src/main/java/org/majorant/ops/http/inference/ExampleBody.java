package org.majorant.ops.http.inference;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.javalin.http.ContentTooLargeResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.majorant.file.ExampleReader;
import org.majorant.file.Format;
import org.majorant.file.Layout;
import org.majorant.schema.JsonLimits;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;

/**
 * The examples of a request: one JSON object or an array of them, each as {@link Format#JSONL} has
 * it on a line; or rows under a header, as {@link Format#CSV} has them.
 *
 * @param examples the examples, in the order of the body
 * @param batch whether there may be any number of them, as in an array and a table
 */
record ExampleBody(List<LabeledExample> examples, boolean batch) {
  private static final JsonFactory JSON =
      JsonFactory.builder().streamReadConstraints(JsonLimits.constraints()).build();

  /**
   * @param templates that make features of a sentence's words
   * @throws IOException with what is wrong, in one line
   * @throws ContentTooLargeResponse where there are more than {@value RequestBody#MOST_EXAMPLES}
   */
  static ExampleBody read(final String body, final List<String> templates) throws IOException {
    final List<String> lines = new ArrayList<>();
    final boolean batch;
    try (JsonParser parser = JSON.createParser(body)) {
      batch = parser.nextToken() == JsonToken.START_ARRAY;
      if (!batch) {
        lines.add(body);
      } else {
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          requireRoom(lines);
          lines.add(element(parser, body));
        }
        if (parser.nextToken() != null) {
          throw new JsonParseException(parser, "there is more after the array");
        }
      }
    } catch (final JsonProcessingException e) {
      throw new IOException(
          JsonLimits.broken(e).orElseGet(() -> "not JSON" + near(e.getLocation()))
              + ": send one example, or an array of them",
          e);
    }
    return new ExampleBody(parse(lines, templates), batch);
  }

  /**
   * Rows of a table, as the command {@code predict} reads them from a file.
   *
   * @param spec of the model, which says what the columns are
   * @throws IOException with what is wrong, in one line
   * @throws ContentTooLargeResponse where there are more than {@value RequestBody#MOST_EXAMPLES}
   */
  static ExampleBody rows(final String body, final ModelSpec spec) throws IOException {
    final List<LabeledExample> examples = new ArrayList<>();
    try (ExampleReader reader =
        ExampleReader.of(
            Format.CSV,
            "line",
            new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)),
            Layout.of(spec).unlabeled())) {
      for (LabeledExample e = reader.read(); e != null; e = reader.read()) {
        requireRoom(examples);
        examples.add(e);
      }
    }
    return new ExampleBody(examples, true);
  }

  private static void requireRoom(final List<?> examples) {
    if (examples.size() == RequestBody.MOST_EXAMPLES) {
      throw new ContentTooLargeResponse(
          "the body has more than %d examples: split it".formatted(RequestBody.MOST_EXAMPLES));
    }
  }

  private static String near(final JsonLocation place) {
    return place == null
        ? ""
        : " near line " + place.getLineNr() + ", column " + place.getColumnNr();
  }

  /** The text of an element, untouched: numbers keep their digits. */
  private static String element(final JsonParser parser, final String body) throws IOException {
    final int start = (int) parser.currentTokenLocation().getCharOffset();
    parser.skipChildren();
    parser.finishToken();
    return body.substring(start, (int) parser.currentLocation().getCharOffset());
  }

  /**
   * Examples of a text each.
   *
   * @throws IOException with what is wrong, in one line
   */
  static List<LabeledExample> parse(final List<String> texts, final List<String> templates)
      throws IOException {
    // Between tokens a line's end is a space; within strings JSON allows none.
    final StringBuilder lines = new StringBuilder();
    texts.forEach(text -> lines.append(text.replace('\n', ' ').replace('\r', ' ')).append('\n'));
    final var bytes = lines.toString().getBytes(StandardCharsets.UTF_8);
    final List<LabeledExample> examples = new ArrayList<>(texts.size());
    try (ExampleReader reader =
        ExampleReader.of(
            Format.JSONL,
            "example",
            new ByteArrayInputStream(bytes),
            new Layout(null, templates, false))) {
      for (LabeledExample e = reader.read(); e != null; e = reader.read()) {
        examples.add(e);
      }
    }
    return examples;
  }
}
