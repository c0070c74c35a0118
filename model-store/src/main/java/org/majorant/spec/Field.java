package org.majorant.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * One field of a spec file, by path, that collects faults instead of throwing: a wrong field gives
 * a default and a line that names it.
 *
 * @param path from the top, with dots
 * @param node what stands there; missing where nothing does
 * @param faults all faults of the file
 */
record Field(String path, JsonNode node, List<String> faults) {
  /** Gives no digit back, so that a long text that is no number is not tried over and over. */
  private static final String NUMBER = "[+-]?(\\d++\\.?\\d*+|\\.\\d++)([eE][+-]?\\d++)?";

  Field get(final String name) {
    final JsonNode child = node.isObject() ? node.path(name) : MissingNode.getInstance();
    return new Field(path.isEmpty() ? name : path + "." + name, child, faults);
  }

  /**
   * @param below from here, with dots
   */
  Field at(final String below) {
    Field field = this;
    for (final String name : below.split("\\.")) {
      field = field.get(name);
    }
    return field;
  }

  boolean isAbsent() {
    return node.isMissingNode() || node.isNull();
  }

  /** Whether all of the file has been right so far. */
  boolean isFaultless() {
    return faults.isEmpty();
  }

  void fault(final String problem) {
    faults.add(path.isEmpty() ? problem : path + ": " + problem);
  }

  /** Faults every field that is not among the names; a field that is no map, too. */
  Field only(final String... names) {
    if (!isAbsent() && !node.isObject()) {
      fault("must be a map of " + String.join(", ", names));
    }
    final Set<String> known = Set.of(names);
    node.fieldNames()
        .forEachRemaining(
            name -> {
              if (!known.contains(name)) {
                get(name).fault("unknown field; known here: " + String.join(", ", names));
              }
            });
    return this;
  }

  String text(final String otherwise) {
    if (isAbsent()) {
      return otherwise;
    }
    if (!node.isValueNode()) {
      fault("must be one word");
      return otherwise;
    }
    return node.asText();
  }

  /** A text of some form, a regular expression. */
  String name(final String form) {
    final String name = shown();
    if (!name.matches(form)) {
      fault("'" + name + "' is not of the form " + form);
    }
    return name;
  }

  boolean isWord(final String... words) {
    return node.isValueNode() && List.of(words).contains(node.asText());
  }

  /** Whether one of these is just what stands there. */
  boolean says(final List<String> values) {
    return values.contains(shown());
  }

  /** A word among some; the first of them where it is none, a fault. */
  String word(final String... allowed) {
    if (isWord(allowed)) {
      return node.asText();
    }
    fault("'" + shown() + "' is not one of " + String.join(", ", allowed));
    return allowed[0];
  }

  /** A whole number; the least where it is none, a fault. */
  int integer(final int least, final int most) {
    final String text = shown();
    final long number = text.matches("-?\\d{1,10}") ? Long.parseLong(text) : Long.MIN_VALUE;
    if (number < least || number > most) {
      fault(text + " is not a whole number in " + least + ".." + most);
      return least;
    }
    return (int) number;
  }

  /** A finite number above zero. */
  double positive() {
    return positive("a finite number above 0");
  }

  double positive(final String meaning) {
    return within(Double.MIN_VALUE, Double.MAX_VALUE, meaning);
  }

  /** A number above zero, up to another. */
  double positiveUpTo(final double most) {
    return within(Double.MIN_VALUE, most, "a number above 0, and at most " + most);
  }

  /** A finite number, zero or above. */
  double notNegative() {
    return within(0, Double.MAX_VALUE, "a finite number of at least 0");
  }

  private double within(final double least, final double most, final String meaning) {
    final double number = extended();
    if (!(number >= least && number <= most)) {
      fault(shown() + " is not " + meaning);
      return most;
    }
    return number;
  }

  /** A finite number, which must be there. */
  double number() {
    final double number = isAbsent() ? Double.NaN : extended();
    if (!Double.isFinite(number)) {
      fault(isAbsent() ? "a number is needed" : shown() + " is not a finite number");
      return 0;
    }
    return number;
  }

  /** A number, .inf or -.inf; NaN where it is none of these, and no fault. */
  double extended() {
    return switch (shown()) {
      case ".inf", "+.inf" -> Double.POSITIVE_INFINITY;
      case "-.inf" -> Double.NEGATIVE_INFINITY;
      default -> shown().matches(NUMBER) ? Double.parseDouble(shown()) : Double.NaN;
    };
  }

  /** The names in a map of any names. */
  List<String> names() {
    if (!isAbsent() && !node.isObject()) {
      fault("must be a map");
    }
    final List<String> names = new ArrayList<>();
    node.fieldNames().forEachRemaining(names::add);
    return names;
  }

  /** The items of a list. */
  List<Field> items() {
    if (!isAbsent() && !node.isArray()) {
      fault("must be a list");
    }
    final List<Field> items = new ArrayList<>();
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      items.add(new Field(path + "[" + i + "]", node.get(i), faults));
    }
    return items;
  }

  /** A list of distinct, non-empty words; one word stands for a list of one. */
  List<String> words() {
    final List<String> words = new ArrayList<>();
    if (node.isArray()) {
      node.forEach(item -> addWord(words, item));
    } else if (!isAbsent()) {
      addWord(words, node);
    }
    return words;
  }

  private String shown() {
    return node.isValueNode() ? node.asText() : node.toString();
  }

  private void addWord(final List<String> words, final JsonNode item) {
    if (item.isBoolean()) {
      fault("has a boolean, as yes, no, true and false are in YAML: put the word in quotes");
    } else if (!item.isValueNode() || item.isNull() || item.asText().isEmpty()) {
      fault("has an item that is not a word: " + item);
    } else if (words.contains(item.asText())) {
      fault("has '" + item.asText() + "' twice");
    } else {
      words.add(item.asText());
    }
  }
}
