package org.majorant.ops.http.inference;

import com.fasterxml.jackson.databind.JsonNode;
import io.javalin.http.BadRequestResponse;
import io.javalin.http.ContentTooLargeResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.majorant.json.ExampleJson;
import org.majorant.ops.http.inference.InferenceProtocol.Input;
import org.majorant.ops.http.inference.InferenceProtocol.Shape;
import org.majorant.row.Column;
import org.majorant.row.RowFeatures;
import org.majorant.schema.Indexed;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Named;
import org.majorant.schema.Point;
import org.majorant.schema.SparseVector;
import org.majorant.schema.Task;
import org.majorant.spec.Spelling;

/**
 * The examples that the tensors of a request have. There are three forms:
 *
 * <ul>
 *   <li>{@code examples}, BYTES [n]: each element is an example in JSON, of any task;
 *   <li>{@code features}, FP32 or FP64 [n, d]: points of a space of d features that the spec
 *       numbers or names, in its order;
 *   <li>else a tensor is a column of a table, by the column's name, [n] or [n, 1]: points of
 *       features by name, as {@link RowFeatures} makes them of a row.
 * </ul>
 */
final class InputTensors {
  private static final String EXAMPLES = "examples";
  private static final String FEATURES = "features";
  private static final String BYTES = "BYTES";
  private static final Set<String> REAL = Set.of("FP32", "FP64");
  private static final Set<String> CELLS = Set.of("FP32", "FP64", "INT32", "INT64", BYTES);

  private final ModelSpec spec;

  InputTensors(final ModelSpec spec) {
    this.spec = spec;
  }

  /** The form that a client of this model would choose. */
  List<Shape> describe() {
    final Object space = spec.getFeatures().getSpace();
    final int d = dimension();
    return List.of(
        d < 0
            ? new Shape(EXAMPLES, BYTES, List.of(-1), null)
            : new Shape(
                FEATURES,
                "FP64",
                List.of(-1, d),
                space instanceof Named named ? Map.of("names", named.getNames()) : null));
  }

  /** The number of features that the spec numbers or names; −1: any number, or no points. */
  private int dimension() {
    final Object space = spec.getFeatures().getSpace();
    if (spec.getTask() != Task.MULTICLASS) {
      return -1;
    }
    return space instanceof Indexed indexed
        ? indexed.getDimension()
        : space instanceof Named named ? named.getNames().size() : -1;
  }

  /**
   * @param json reads examples of this model
   * @throws BadRequestResponse where they have no examples of this model
   * @throws ContentTooLargeResponse where they have too many
   */
  List<LabeledExample> read(final List<Input> inputs, final ExampleJson json) {
    if (inputs.isEmpty()) {
      throw new BadRequestResponse("no inputs: this model takes " + wanted());
    }
    final Input first = inputs.get(0);
    final long n = first.shape().isEmpty() ? 0 : first.shape().get(0);
    if (n > RequestBody.MOST_EXAMPLES) {
      throw new ContentTooLargeResponse(
          "the tensors have more than %d examples: split them"
              .formatted(RequestBody.MOST_EXAMPLES));
    }
    if (inputs.size() == 1 && first.name().equals(EXAMPLES)) {
      return examples(first, json);
    }
    if (inputs.size() == 1 && first.name().equals(FEATURES) && dimension() >= 0) {
      return dense(first);
    }
    return columns(inputs, n);
  }

  private List<LabeledExample> examples(final Input input, final ExampleJson json) {
    require(input, Set.of(BYTES), input.shape().size() == 1, "[n]");
    final List<String> texts = input.elements().stream().map(each -> text(input, each)).toList();
    try {
      return ExampleBody.read(texts, json);
    } catch (final IOException e) {
      throw new BadRequestResponse(e.getMessage());
    }
  }

  private List<LabeledExample> dense(final Input input) {
    final int d = dimension();
    require(
        input,
        REAL,
        input.shape().size() == 2 && input.shape().get(1) == d,
        "[n, %d]".formatted(d));
    final List<JsonNode> elements = input.elements();
    final List<LabeledExample> examples = new ArrayList<>();
    for (int from = 0; from < elements.size(); from += d) {
      final List<Integer> indices = new ArrayList<>();
      final List<Float> values = new ArrayList<>();
      for (int i = 0; i < d; i++) {
        final float value = (float) number(input, elements.get(from + i)).doubleValue();
        if (value != 0) {
          indices.add(i);
          values.add(value);
        }
      }
      examples.add(point(new SparseVector(indices, values)));
    }
    return examples;
  }

  private List<LabeledExample> columns(final List<Input> inputs, final long n) {
    if (spec.getTask() != Task.MULTICLASS || spec.getFeatures().getSpace() instanceof Indexed) {
      throw new BadRequestResponse(
          "no input '%s': this model takes %s".formatted(inputs.get(0).name(), wanted()));
    }
    final List<String> names = inputs.stream().map(Input::name).toList();
    requireColumns(names);
    final List<List<String>> cells = new ArrayList<>();
    for (final Input input : inputs) {
      final List<Long> shape = input.shape();
      require(
          input,
          CELLS,
          shape.equals(List.of(n)) || shape.equals(List.of(n, 1L)),
          "[%d] or [%d, 1]".formatted(n, n));
      cells.add(input.elements().stream().map(each -> cell(input, each)).toList());
    }
    final RowFeatures features = new RowFeatures(spec.getColumns());
    final List<Column> columns = names.stream().map(features::column).toList();
    return IntStream.range(0, (int) n)
        .mapToObj(
            row -> point(RowFeatures.of(columns, cells.stream().map(c -> c.get(row)).toList())))
        .toList();
  }

  private void requireColumns(final List<String> names) {
    if (Set.copyOf(names).size() < names.size()) {
      throw new BadRequestResponse("two inputs have one name: send each column once");
    }
    if (spec.getColumns() == null) {
      return;
    }
    final String missing =
        RowFeatures.columns(spec.getColumns()).stream()
            .filter(column -> !names.contains(column))
            .collect(Collectors.joining(", "));
    if (!missing.isEmpty()) {
      throw new BadRequestResponse(
          "no input for column %s: send a tensor for each column that the spec names"
              .formatted(missing));
    }
  }

  private String wanted() {
    final int d = dimension();
    return spec.getTask() != Task.MULTICLASS
        ? "the tensor 'examples', BYTES [n], of examples in JSON, for it is of 'task: %s'"
            .formatted(Spelling.of(spec.getTask()))
        : d >= 0
            ? "'features', FP64 [n, %d], or 'examples', BYTES [n], of examples in JSON".formatted(d)
            : "a tensor for each column, or 'examples', BYTES [n], of examples in JSON";
  }

  private static void require(
      final Input input,
      final Set<String> datatypes,
      final boolean isShaped,
      final String expected) {
    if (!datatypes.contains(input.datatype())) {
      throw new BadRequestResponse(
          "input '%s': datatype %s is not one of %s"
              .formatted(
                  input.name(),
                  input.datatype(),
                  datatypes.stream().sorted().collect(Collectors.joining(", "))));
    }
    if (!isShaped) {
      throw new BadRequestResponse(
          "input '%s': shape %s is not %s".formatted(input.name(), input.shape(), expected));
    }
  }

  private static LabeledExample point(final Object features) {
    return new LabeledExample(null, null, 1.0, new Point(features, null, null, null));
  }

  /** What stands in a table's cell; null is a missing one. */
  private static String cell(final Input input, final JsonNode element) {
    if (element.isNull()) {
      return "";
    }
    return input.datatype().equals(BYTES) ? text(input, element) : number(input, element).asText();
  }

  private static String text(final Input input, final JsonNode element) {
    if (!element.isTextual()) {
      throw new BadRequestResponse(
          "input '%s': %s is no string".formatted(input.name(), shown(element)));
    }
    return element.asText();
  }

  private static JsonNode number(final Input input, final JsonNode element) {
    if (!element.isNumber()) {
      throw new BadRequestResponse(
          "input '%s': %s is no number".formatted(input.name(), shown(element)));
    }
    return element;
  }

  private static String shown(final JsonNode element) {
    final String text = element.toString();
    return text.length() > 40 ? text.substring(0, 40) + "…" : text;
  }
}
