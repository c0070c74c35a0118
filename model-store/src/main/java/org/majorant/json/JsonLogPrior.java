package org.majorant.json;

import static org.majorant.json.ExampleJson.malformed;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.majorant.schema.RejectedExample;

/**
 * log h of an {@link ExampleJson}: numbers, or of a sequence a row of numbers a token. Which of
 * them an example has to have is known only when all its keys are. JSON has no −∞, so a null among
 * numbers is one; among rows it is a row of zeros.
 *
 * @param items each a number, a row of numbers, or null
 */
record JsonLogPrior(List<Object> items) {
  private static final String EXPECTED =
      "numbers or null; of tokens an array of them each, or null";

  /** Reads a log-prior, or null; the parser stands at its first token. */
  static JsonLogPrior read(final JsonParser parser) throws IOException, RejectedExample {
    if (parser.hasToken(JsonToken.VALUE_NULL)) {
      return null;
    }
    JsonFeatures.require(parser, JsonToken.START_ARRAY, "logPrior: not an array", EXPECTED);
    final List<Object> items = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      items.add(parser.hasToken(JsonToken.START_ARRAY) ? row(parser) : number(parser));
    }
    return new JsonLogPrior(items);
  }

  private static List<Double> row(final JsonParser parser) throws IOException, RejectedExample {
    final List<Double> row = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      row.add(orNever(number(parser)));
    }
    return row;
  }

  private static Double number(final JsonParser parser) throws IOException, RejectedExample {
    return parser.hasToken(JsonToken.VALUE_NULL)
        ? null
        : Double.valueOf(JsonFeatures.number(parser, "logPrior"));
  }

  private static Double orNever(final Double number) {
    return number == null ? Double.valueOf(Double.NEGATIVE_INFINITY) : number;
  }

  /** Of labels, alternatives or configurations. */
  static List<Double> numbers(final JsonLogPrior given) throws RejectedExample {
    if (given == null) {
      return null;
    }
    final List<Double> numbers = new ArrayList<>();
    for (final Object item : given.items) {
      if (item instanceof List) {
        throw malformed("logPrior: an array in it, where there are no tokens", EXPECTED);
      }
      numbers.add(orNever((Double) item));
    }
    return numbers;
  }

  /** Of tokens. */
  @SuppressWarnings("unchecked")
  static List<List<Double>> rows(final JsonLogPrior given) throws RejectedExample {
    if (given == null) {
      return null;
    }
    final List<List<Double>> rows = new ArrayList<>();
    for (final Object item : given.items) {
      if (item instanceof Double) {
        throw malformed("logPrior: a number for a token", EXPECTED);
      }
      rows.add((List<Double>) item);
    }
    return rows;
  }
}
