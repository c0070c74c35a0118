package org.majorant.file.spec;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.majorant.event.EventReader;
import org.majorant.file.SharedFeatures;
import org.majorant.row.RowFeatures;
import org.majorant.schema.Events;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.LateLabels;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Named;
import org.majorant.schema.Point;
import org.majorant.schema.RecordHeaders;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.SchemaRegistry;
import org.majorant.spec.OpenLabels;
import org.majorant.spec.Spelling;

/**
 * Tries a spec on the records of a topic, as its learner would read them. What is told of a record
 * has paths and kinds of values, but no value.
 */
public final class TopicCheck {
  private static final int MOST_PATHS = 10_000;

  private final ModelSpec spec;
  private final SpecCheck check;
  private final EventReader events; // null: the topic has examples
  private final ExampleValues examples;
  private final LateLabels late; // null: events have their labels
  private final EventReader lateLabels;
  private final SharedFeatures shared;
  private final Set<String> named = new HashSet<>();
  private final Set<String> unnamed = new TreeSet<>();
  private final Set<ByteBuffer> keys = new HashSet<>();
  private long records;
  private long passedOver;
  private long keyless;
  private long labels;
  private long joined;
  private long unknownLabels;
  private long unreadable;

  /**
   * @param records of the topic
   * @param passedOver those that nobody wants: of another model, without a row, or that do not meet
   *     the conditions
   * @param examples that the others are
   * @param absentPaths that the spec names, and no event has
   * @param unnamedPaths that events have, and the spec does not name; they are what they say
   *     themselves
   * @param unknownLabels that are not among the spec's
   * @param late of labels that have a topic of their own; null: there is none
   */
  public record Report(
      long records,
      long passedOver,
      SpecCheck.Report examples,
      List<String> absentPaths,
      List<String> unnamedPaths,
      long unknownLabels,
      Late late) {
    /** Whether all records fit, and no name is one side's alone. */
    public boolean isSound() {
      return examples.isSound() && absentPaths.isEmpty() && unknownLabels == 0;
    }
  }

  /**
   * Labels that come late.
   *
   * @param keyless events that have no key, and so no label
   * @param records of their topic
   * @param unreadable those without a key or a label
   * @param joined those whose key one of the events has
   */
  public record Late(long keyless, long records, long unreadable, long joined) {}

  public TopicCheck(final ModelSpec spec, final SchemaRegistry registry) {
    this.spec = spec;
    check = new SpecCheck(spec, TopicCheck::told);
    shared = new SharedFeatures(spec.getColumns());
    late = spec.getLateLabels();
    events =
        spec.getEvents() == null
            ? null
            : new EventReader(spec.getEvents(), spec.getColumns(), keyOfEvents(), registry);
    examples = new ExampleValues(spec, registry);
    lateLabels =
        late == null
            ? null
            : new EventReader(
                new Events(late.getFormat(), null, List.of()),
                null,
                Stream.of(late.getKey(), late.getPath())
                    .filter(Objects::nonNull)
                    .collect(Collectors.toSet()),
                registry);
    named.addAll(RowFeatures.columns(spec.getColumns()));
    named.addAll(spec.getFeatures().getNumbers());
    if (events != null) {
      spec.getEvents().getWhere().forEach(condition -> named.add(condition.getPath()));
    }
    if (spec.getFeatures().getSpace() instanceof Named names) {
      names.getNames().forEach(name -> named.add(column(name)));
    }
  }

  private Set<String> keyOfEvents() {
    return late == null || late.getEventKey() == null ? Set.of() : Set.of(late.getEventKey());
  }

  /**
   * Takes a record of the input.
   *
   * @param place what messages call it
   * @param key null: it has none
   * @param value null: it has none
   */
  public void add(
      final String place, final byte[] key, final byte[] value, final RecordHeaders headers) {
    records++;
    try {
      if (events == null) {
        addExamples(place, key, value, headers);
      } else {
        addEvent(place, key, value, headers);
      }
    } catch (final RejectedExample e) {
      check.reject(Spelling.of(e.reason()), place + ": " + e.getMessage());
    }
  }

  private void addEvent(
      final String place, final byte[] key, final byte[] value, final RecordHeaders headers)
      throws RejectedExample {
    events.open(value, headers);
    if (!events.isWanted()) {
      passedOver++;
      return;
    }
    if (unnamed.size() < MOST_PATHS) {
      events.columns().stream().filter(path -> !named.contains(path)).forEach(unnamed::add);
    }
    addKey(late == null || late.getEventKey() == null ? key : key(late.getEventKey()));
    if (shared.begin(events.columns())) {
      events.tell(shared);
    }
    judge(events.example(), place);
  }

  /** Which columns have made features of the same name, in one line; null: none. */
  public String shared() {
    return shared.told();
  }

  private byte[] key(final String path) throws RejectedExample {
    return events.text(path).map(text -> text.getBytes(UTF_8)).orElse(null);
  }

  private void addKey(final byte[] key) {
    if (late != null && key != null) {
      keys.add(ByteBuffer.wrap(key));
    }
    keyless += key == null ? 1 : 0;
  }

  private void addExamples(
      final String place, final byte[] key, final byte[] value, final RecordHeaders headers)
      throws RejectedExample {
    for (final LabeledExample example : examples.of(value, headers)) {
      if (example.getModel() != null && !example.getModel().equals(spec.getModel())) {
        passedOver++;
      } else {
        addKey(key);
        judge(example, place);
      }
    }
  }

  private void judge(final LabeledExample example, final String place) {
    if (example.getStructure() instanceof Point point
        && point.getLabel() instanceof String label
        && isUnknown(label)) {
      unknownLabels++;
    }
    check.add(example, place);
  }

  private boolean isUnknown(final String label) {
    return !spec.getLabels().contains(label) && !OpenLabels.areIn(spec);
  }

  /** Why an example does not fit, where the reason in full would have a value of it. */
  private static String told(final RejectedExample fault) {
    return switch (fault.reason()) {
      case LABEL -> "a label that is not in the spec";
      case VALUE -> "a number that is not finite, or has no logarithm";
      case WEIGHT -> "a weight that is not from 0 to the spec's max-weight";
      case LOG_PRIOR -> "a logPrior that does not fit";
      default -> fault.getMessage();
    };
  }

  /** What all records together say. */
  public Report report() {
    final SpecCheck.Report all = check.report();
    final Map<String, Long> known = new LinkedHashMap<>(all.labels());
    known.keySet().removeIf(this::isUnknown);
    final SpecCheck.Report told =
        new SpecCheck.Report(
            all.examples(),
            all.unlabeled(),
            all.rejected(),
            all.reasons(),
            Map.of(),
            known,
            all.absentFeatures(),
            all.unknownFeatures().stream().map(TopicCheck::column).distinct().toList(),
            all.absentLabels(),
            all.clipped());
    return new Report(
        records,
        passedOver,
        told,
        events == null || check.isEmpty() ? List.of() : absent(),
        List.copyOf(unnamed),
        unknownLabels,
        late == null ? null : new Late(keyless, labels, unreadable, joined));
  }

  private List<String> absent() {
    final String label = RowFeatures.label(spec.getColumns());
    return events.absent().stream().filter(path -> late == null || !path.equals(label)).toList();
  }

  private static String column(final String feature) {
    return feature.replaceFirst("=.*", "");
  }

  /** Takes a record of the topic of late labels, as {@link #add}. */
  public void addLabel(final byte[] key, final byte[] value, final RecordHeaders headers) {
    labels++;
    try {
      lateLabels.open(value, headers);
      final Optional<String> label = text(late.getPath());
      final Optional<byte[]> own =
          late.getKey() == null
              ? Optional.ofNullable(key)
              : text(late.getKey()).map(text -> text.getBytes(UTF_8));
      if (label.isEmpty() || own.isEmpty()) {
        unreadable++;
        return;
      }
      unknownLabels += isUnknown(label.get()) ? 1 : 0;
      joined += keys.contains(ByteBuffer.wrap(own.get())) ? 1 : 0;
    } catch (final RejectedExample e) {
      unreadable++;
    }
  }

  private Optional<String> text(final String path) throws RejectedExample {
    return lateLabels.hasRow() ? lateLabels.text(path) : Optional.empty();
  }
}
