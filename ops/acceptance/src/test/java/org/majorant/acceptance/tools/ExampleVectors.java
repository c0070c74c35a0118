package org.majorant.acceptance.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Rejection;
import org.majorant.spec.SpecFile;

/**
 * The lines of {@code examples/vectors.json}: what every reader of models predicts or refuses. The
 * models are version 1 of {@link RandomModels}.
 */
record ExampleVectors(List<ModelSpec> models, List<Line> lines) {
  /**
   * A line of JSON for a model.
   *
   * @param reason why it is refused; null: it is predicted
   * @param probabilities by label
   */
  record Line(String model, String text, Rejection reason, Map<String, Double> probabilities) {
    /** The largest difference to other probabilities; NaN where they have other labels. */
    double differenceTo(final Map<String, Double> others) {
      return probabilities.keySet().equals(others.keySet())
          ? others.entrySet().stream()
              .mapToDouble(e -> Math.abs(e.getValue() - probabilities.get(e.getKey())))
              .max()
              .orElse(0)
          : Double.NaN;
    }

    @Override
    public String toString() {
      return text.length() <= 100 ? text : text.substring(0, 100) + "…";
    }
  }

  static ExampleVectors read() throws IOException {
    final JsonNode file = Shipped.yaml(Shipped.ROOT.resolve("ops/examples/vectors.json"));
    return new ExampleVectors(
        Shipped.stream(file.get("models")).map(spec -> SpecFile.read(spec.asText())).toList(),
        Stream.of("bad", "good", "bad")
            .flatMap(kind -> Shipped.stream(file.get(kind)))
            .map(ExampleVectors::line)
            .toList());
  }

  /** Those of a model: the refused, the predicted, and the refused again. */
  List<Line> of(final ModelSpec spec) {
    return lines.stream().filter(line -> line.model.equals(spec.getModel())).toList();
  }

  /**
   * Looks whether a program has answered the lines {@link #of} a model as it should.
   *
   * @param first the number of the first line
   * @param predicted what it says of the lines that are predicted, as JSON
   * @param refused what it says of the others
   * @param form of that, with the line's number and the reason
   */
  void assertAnswers(
      final ModelSpec spec,
      final int first,
      final List<String> predicted,
      final List<String> refused,
      final String form)
      throws IOException {
    final Iterator<String> good = predicted.iterator();
    final Iterator<String> bad = refused.iterator();
    int number = first;
    for (final Line line : of(spec)) {
      final Iterator<String> answers = line.reason == null ? good : bad;
      assertThat(answers).as("answer to %d, %s", number, line).hasNext();
      final String answer = answers.next();
      if (line.reason == null) {
        final Map<String, Double> said = probabilities(Shipped.yaml(answer));
        assertThat(line.differenceTo(said)).as("%s: %s", line, answer).isLessThan(1e-9);
      } else {
        assertThat(answer)
            .as("%s", line)
            .hasSizeBetween(20, 400)
            .matches(form.formatted(number, line.reason));
      }
      number++;
    }
    assertThat(good).isExhausted();
    assertThat(bad).isExhausted();
  }

  private static Map<String, Double> probabilities(final JsonNode json) {
    final Map<String, Double> p = new HashMap<>();
    json.path("probabilities")
        .properties()
        .forEach(e -> p.put(e.getKey(), e.getValue().asDouble()));
    return p;
  }

  private static Line line(final JsonNode json) {
    return new Line(
        json.get("model").asText(),
        json.get("line").asText()
            + json.path("piece").asText().repeat(json.path("times").asInt())
            + json.path("end").asText(),
        json.has("reason") ? Rejection.valueOf(json.get("reason").asText()) : null,
        probabilities(json));
  }
}
