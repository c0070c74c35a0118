package org.majorant.ops.http.inference;

import io.javalin.http.BadRequestResponse;
import io.javalin.http.ContentTooLargeResponse;
import io.javalin.json.JsonMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.majorant.model.PointPredictor.PointPrediction;
import org.majorant.model.Prediction;
import org.majorant.ops.http.inference.InferenceProtocol.Output;
import org.majorant.ops.http.inference.InferenceProtocol.Shape;
import org.majorant.ops.http.inference.InferenceProtocol.Wanted;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Task;

/**
 * Predictions as tensors: of n points {@code label}, BYTES [n], and {@code probabilities}, FP64 [n,
 * K], in the order of the spec's labels; of other tasks {@code prediction}, BYTES [n], in the JSON
 * of {@link PredictApi}. They are added one by one, within a bound.
 */
final class OutputTensors {
  private static final String BYTES = "BYTES";

  /** Of a number in JSON, with its comma. */
  private static final int CHARACTERS = 20;

  private final ModelSpec spec;
  private final JsonMapper json;
  private final List<String> texts = new ArrayList<>(); // labels, or predictions in JSON
  private final List<Double> probabilities = new ArrayList<>();
  private long characters;

  OutputTensors(final ModelSpec spec, final JsonMapper json) {
    this.spec = spec;
    this.json = json;
  }

  private boolean arePoints() {
    return spec.getTask() == Task.MULTICLASS;
  }

  List<Shape> describe() {
    final List<String> labels = spec.getLabels();
    return arePoints()
        ? List.of(
            new Shape("label", BYTES, List.of(-1), null),
            new Shape(
                "probabilities", "FP64", List.of(-1, labels.size()), Map.of("labels", labels)))
        : List.of(new Shape("prediction", BYTES, List.of(-1), null));
  }

  /**
   * Adds what is said of the next example.
   *
   * @throws ContentTooLargeResponse where the answer is too large before it
   */
  void add(final Prediction prediction) {
    PredictionRequests.requireRoom(characters, texts.size());
    if (prediction instanceof PointPrediction point) {
      texts.add(point.label());
      probabilities.addAll(point.probabilities().values());
      characters += CHARACTERS * (1L + point.probabilities().size());
    } else {
      texts.add(json.toJsonString(prediction, prediction.getClass()));
      characters += texts.get(texts.size() - 1).length();
    }
  }

  /** How many were added. */
  int size() {
    return texts.size();
  }

  /**
   * What was added.
   *
   * @param wanted which; null: all
   * @throws BadRequestResponse where there are no such
   */
  List<Output> get(final List<Wanted> wanted) {
    final int n = texts.size();
    final List<Output> all =
        arePoints()
            ? List.of(
                new Output("label", BYTES, List.of(n), texts),
                new Output(
                    "probabilities", "FP64", List.of(n, spec.getLabels().size()), probabilities))
            : List.of(new Output("prediction", BYTES, List.of(n), texts));
    if (wanted == null || wanted.isEmpty()) {
      return all;
    }
    final List<String> known = all.stream().map(Output::name).toList();
    final List<String> names =
        wanted.stream().map(each -> each == null ? "null" : each.name()).toList();
    names.stream()
        .filter(name -> !known.contains(name))
        .findFirst()
        .ifPresent(
            name -> {
              throw new BadRequestResponse(
                  "no output '%s': there are %s".formatted(name, String.join(", ", known)));
            });
    return all.stream().filter(output -> names.contains(output.name())).toList();
  }
}
