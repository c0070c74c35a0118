package org.majorant.model;

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
  Field get(final String name) {
    final JsonNode child = node.isObject() ? node.path(name) : MissingNode.getInstance();
    return new Field(path.isEmpty() ? name : path + "." + name, child, faults);
  }

  boolean isAbsent() {
    return node.isMissingNode() || node.isNull();
  }

  void fault(final String problem) {
    faults.add(path + ": " + problem);
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

  /** A word among some. */
  String word(final String otherwise, final String... allowed) {
    final String word = text(otherwise);
    if (!List.of(allowed).contains(word)) {
      fault("'" + word + "' is not one of " + String.join(", ", allowed));
      return otherwise;
    }
    return word;
  }

  int integer(final int otherwise, final int least, final int most) {
    if (isAbsent()) {
      return otherwise;
    }
    if (!node.isIntegralNumber()
        || !node.canConvertToInt()
        || node.intValue() < least
        || node.intValue() > most) {
      fault(node.asText(node.toString()) + " is not a whole number in " + least + ".." + most);
      return otherwise;
    }
    return node.intValue();
  }

  /** A finite number above zero. */
  double positive(final double otherwise) {
    if (isAbsent()) {
      return otherwise;
    }
    final double number = node.isNumber() ? node.doubleValue() : Double.NaN;
    if (!(number > 0 && number < Double.POSITIVE_INFINITY)) {
      fault(node.asText(node.toString()) + " is not a finite number above 0");
      return otherwise;
    }
    return number;
  }

  boolean flag(final boolean otherwise) {
    if (isAbsent()) {
      return otherwise;
    }
    if (!node.isBoolean()) {
      fault(node.asText(node.toString()) + " is not true or false");
      return otherwise;
    }
    return node.booleanValue();
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

  private void addWord(final List<String> words, final JsonNode item) {
    if (!item.isValueNode() || item.isNull() || item.asText().isEmpty()) {
      fault("has an item that is not a word: " + item);
    } else if (words.contains(item.asText())) {
      fault("has '" + item.asText() + "' twice");
    } else {
      words.add(item.asText());
    }
  }
}
