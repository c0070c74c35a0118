package org.majorant.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Transition;

/**
 * What cannot be in a sequence. The record has a pair of labels each, in the order of the labels,
 * so that specs that forbid the same are the same.
 */
final class SpecTransitions {
  /** The beginning of a sequence. */
  private static final String START = "START";

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  static final SpecField.Access FORBIDDEN =
      new SpecField.Access("a list", SpecTransitions::read, SpecTransitions::write);

  private SpecTransitions() {}

  private static void read(final Field field, final ModelSpec spec) {
    final List<String> labels = spec.getLabels();
    final List<Field> items = field.items();
    if (OpenLabels.areIn(spec) && !items.isEmpty()) {
      field.fault("open labels may follow one another: list the labels, or leave this out");
      return;
    }
    final List<String> before = new ArrayList<>(labels);
    before.add(0, START);
    final boolean[][] forbidden = new boolean[before.size()][labels.size()];
    for (final Field item : items) {
      read(item, before, labels, forbidden);
    }
    if (!items.isEmpty() && labels.contains(START)) {
      field.fault("START is the beginning of a sequence here: give the label START another name");
    }
    spec.setForbidden(transitions(labels, forbidden));
  }

  private static void read(
      final Field item,
      final List<String> before,
      final List<String> labels,
      final boolean[][] forbidden) {
    final List<Field> ends = item.node().isArray() ? item.items() : List.of();
    if (ends.size() != 2) {
      item.fault("must be [before, after], each a label or a list of labels; before may be START");
      return;
    }
    final List<String> tos = known(ends.get(1), labels);
    for (final String from : known(ends.get(0), before)) {
      for (final String to : tos) {
        final boolean[] after = forbidden[before.indexOf(from)];
        final int at = labels.indexOf(to);
        if (after[at]) {
          item.fault("'%s' after '%s' is forbidden twice".formatted(to, from));
        }
        after[at] = true;
      }
    }
  }

  /** The words of a field that are among some; the others are faults. */
  private static List<String> known(final Field field, final List<String> among) {
    final List<String> words = field.words();
    if (words.isEmpty()) {
      field.fault("at least one label is needed");
    }
    final List<String> unknown = words.stream().filter(word -> !among.contains(word)).toList();
    unknown.forEach(
        word -> field.fault("'%s' is not one of %s".formatted(word, String.join(", ", among))));
    return words.stream().filter(among::contains).toList();
  }

  /** The pairs, by what comes after and then by what is before. */
  private static List<Transition> transitions(
      final List<String> labels, final boolean[][] forbidden) {
    final List<Transition> transitions = new ArrayList<>();
    for (int to = 0; to < labels.size(); to++) {
      for (int before = 0; before < forbidden.length; before++) {
        if (forbidden[before][to]) {
          transitions.add(
              new Transition(before == 0 ? null : labels.get(before - 1), labels.get(to)));
        }
      }
    }
    return transitions;
  }

  /** Faults what nothing may follow, since then some sequences could have no labels at all. */
  static void judge(final Field forbidden, final ModelSpec spec) {
    if (spec.getForbidden().isEmpty()) {
      return;
    }
    final List<String> labels = spec.getLabels();
    if (forbiddenAfter(spec, null) == labels.size()) {
      forbidden.fault("no label is left that may begin a sequence");
    }
    for (final String label : labels) {
      if (forbiddenAfter(spec, label) == labels.size()) {
        forbidden.fault("no label is left that may come after '%s'".formatted(label));
      }
    }
  }

  private static long forbiddenAfter(final ModelSpec spec, final String from) {
    return spec.getForbidden().stream()
        .filter(transition -> Objects.equals(transition.getFrom(), from))
        .count();
  }

  /** As the file has them: an item for each label that cannot come after some. */
  private static JsonNode write(final ModelSpec spec) {
    final ArrayNode items = NODES.arrayNode();
    for (final String label : spec.getLabels()) {
      final List<String> before =
          spec.getForbidden().stream()
              .filter(transition -> transition.getTo().equals(label))
              .map(transition -> transition.getFrom() == null ? START : transition.getFrom())
              .toList();
      if (!before.isEmpty()) {
        final ArrayNode item = items.addArray();
        item.add(before.size() == 1 ? NODES.textNode(before.get(0)) : YamlText.node(before));
        item.add(label);
      }
    }
    return items;
  }
}
