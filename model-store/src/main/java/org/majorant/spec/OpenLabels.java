package org.majorant.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.majorant.features.LabelSet;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RejectedExample;

/**
 * The labels of a spec: a list, or those that the records turn out to have.
 *
 * <pre>
 *   labels: [ham, spam]
 *   labels: open
 *   labels: {open: 100, known: [ham, spam]}
 * </pre>
 *
 * <p>Which labels a model with open ones knows is no part of what it is, so the {@link Fingerprint}
 * says only that they are open. They are numbered in the order in which they became known, and none
 * is ever taken away: what was learned when the model knew fewer is of the first of them.
 */
public final class OpenLabels {
  /** Heads of bases and versions have the names of all. */
  private static final int MOST = 1000;

  private static final int LEAST_LEARNED = 2;

  private static final String OPEN = "open";
  private static final String KNOWN = "known";

  static final SpecField.Access LABELS =
      new SpecField.Access(
          "a list, `open`, or a map of `open` (2 to 1,000) and `known`",
          OpenLabels::read,
          OpenLabels::write);

  private OpenLabels() {}

  private static void read(final Field field, final ModelSpec spec) {
    if (field.isWord(OPEN)) {
      spec.setOpenLabels(MOST);
    } else if (field.node().isObject()) {
      field.only(OPEN, KNOWN);
      spec.setOpenLabels(field.get(OPEN).integer(LEAST_LEARNED, MOST));
      spec.setLabels(field.get(KNOWN).words());
      if (spec.getLabels().size() > spec.getOpenLabels()) {
        field.get(KNOWN).fault("are more than there may be");
      }
      spec.getLabels().stream()
          .filter(label -> !LabelSet.isName(label))
          .forEach(
              label ->
                  field
                      .get(KNOWN)
                      .fault(RejectedExample.quote(label) + " is no name that may come"));
    } else {
      spec.setLabels(field.words());
      if (spec.getLabels().size() < LEAST_LEARNED) {
        field.fault("at least two labels are needed");
      }
    }
  }

  private static JsonNode write(final ModelSpec spec) {
    final JsonNode labels = YamlText.node(spec.getLabels());
    if (!areIn(spec)) {
      return labels;
    }
    final ObjectNode open = JsonNodeFactory.instance.objectNode();
    open.put(OPEN, spec.getOpenLabels());
    return spec.getLabels().isEmpty() ? open : open.set(KNOWN, labels);
  }

  /** What a spec says of labels by name has to wait until they are known. */
  static void judge(final Field field, final ModelSpec spec) {
    if (!areIn(spec)) {
      return;
    }
    if (spec.getLatent() > 1) {
      field.fault("open labels have no hidden states: leave 'latent' out, or list the labels");
    }
    if (spec.getConstraints() != null && !spec.getConstraints().getLinear().isEmpty()) {
      field.fault("open labels have no linear constraints: list the labels");
    }
  }

  /** Whether labels that nobody has named may come. */
  public static boolean areIn(final ModelSpec spec) {
    return spec.getOpenLabels() > 0;
  }

  /** Whether a model knows enough labels to learn: a single one is always right. */
  public static boolean suffice(final ModelSpec spec) {
    return !areIn(spec) || spec.getLabels().size() >= LEAST_LEARNED;
  }

  /** Whether a model can know these labels. */
  public static boolean arePossible(final List<String> labels) {
    return labels.size() <= MOST
        && labels.stream().allMatch(LabelSet::isName)
        && labels.stream().distinct().count() == labels.size();
  }

  /** Whether a spec knows all labels of another one, and more behind them. */
  public static boolean extend(final ModelSpec before, final ModelSpec after) {
    final int known = before.getLabels().size();
    return known <= after.getLabels().size()
        && after.getLabels().subList(0, known).equals(before.getLabels());
  }

  /** Whether a model can get to know another label. */
  public static boolean hasRoom(final ModelSpec spec) {
    return spec.getLabels().size() < spec.getOpenLabels();
  }

  /** So many labels a model can get to know, or has. */
  static int most(final ModelSpec spec) {
    return Math.max(spec.getLabels().size(), spec.getOpenLabels());
  }

  /**
   * The same spec when it knows some labels; one with a list of labels stays as it is.
   *
   * @param known all of them, in order
   */
  public static ModelSpec knowing(final ModelSpec spec, final List<String> known) {
    return !areIn(spec) || spec.getLabels().equals(known)
        ? spec
        : ModelSpec.newBuilder(spec).setLabels(List.copyOf(known)).build();
  }

  /**
   * The same spec when it has met some labels: those that are new come after those that it knows,
   * as many as there is room for.
   */
  public static ModelSpec meeting(final ModelSpec spec, final Collection<String> met) {
    final Set<String> known = new LinkedHashSet<>(spec.getLabels());
    for (final String label : met) {
      if (known.size() < spec.getOpenLabels()) {
        known.add(label);
      }
    }
    return knowing(spec, List.copyOf(known));
  }
}
