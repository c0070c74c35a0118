package org.majorant.ops.http.inference;

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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.majorant.file.ExampleReader;
import org.majorant.file.Format;
import org.majorant.file.Layout;
import org.majorant.json.ExampleJson;
import org.majorant.schema.JsonLimits;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RejectedExample;

/**
 * The examples of a request: one JSON object or an array of them, each as {@link Format#JSONL} has
 * it on a line; or rows under a header, as {@link Format#CSV} has them.
 *
 * @param examples the examples, in the order of the body
 * @param rows of those that are rows the columns that they have, by position
 * @param batch whether there may be any number of them, as in an array and a table
 */
record ExampleBody(List<LabeledExample> examples, Map<Integer, Set<String>> rows, boolean batch) {
  /**
   * @param json reads the examples of a model
   * @throws IOException with what is wrong, in one line
   * @throws ContentTooLargeResponse where there are more than {@value RequestBody#MOST_EXAMPLES}
   */
  static ExampleBody read(final String body, final ExampleJson json) throws IOException {
    final List<LabeledExample> examples = new ArrayList<>();
    final Map<Integer, Set<String>> rows = new HashMap<>();
    try (JsonParser parser = json.parser(body)) {
      final JsonToken first = parser.nextToken();
      final boolean batch = first == JsonToken.START_ARRAY;
      while (batch
          ? parser.nextToken() != JsonToken.END_ARRAY
          : first != null && examples.isEmpty()) {
        requireRoom(examples);
        final int position = examples.size();
        examples.add(json.read(parser, columns -> rows.put(position, columns)));
      }
      if (parser.nextToken() != null) {
        throw new JsonParseException(parser, "there is more after it");
      }
      return new ExampleBody(examples, rows, batch);
    } catch (final RejectedExample e) {
      throw rejected(examples.size(), e);
    } catch (final JsonProcessingException e) {
      throw new IOException(
          JsonLimits.broken(e).orElseGet(() -> "not JSON" + near(e.getLocation()))
              + ": send one example, or an array of them",
          e);
    }
  }

  /**
   * Examples of a text each.
   *
   * @throws IOException with what is wrong, in one line
   */
  static List<LabeledExample> read(final List<String> texts, final ExampleJson json)
      throws IOException {
    final List<LabeledExample> examples = new ArrayList<>();
    try {
      for (final String text : texts) {
        examples.add(json.read(text));
      }
    } catch (final RejectedExample e) {
      throw rejected(examples.size(), e);
    }
    return examples;
  }

  private static IOException rejected(final int before, final RejectedExample e) {
    return new IOException("example:%d: %s".formatted(before + 1, e.getMessage()), e);
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
    final Map<Integer, Set<String>> rows = new HashMap<>();
    try (ExampleReader reader =
        ExampleReader.of(
            Format.CSV,
            "line",
            new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)),
            Layout.of(spec).unlabeled())) {
      for (LabeledExample e = reader.read(); e != null; e = reader.read()) {
        requireRoom(examples);
        rows.put(examples.size(), reader.columns());
        examples.add(e);
      }
    }
    return new ExampleBody(examples, rows, true);
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
}
