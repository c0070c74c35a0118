package org.majorant.spec;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.majorant.schema.Task;

/**
 * The tasks that a field is for. A field that a task has no use for is refused, because who gives
 * it expects that it does something.
 *
 * @param tasks that have a use for the field
 * @param hint what the refusal says beyond that, from the punctuation on
 * @param elsewhere what may stand in a spec of another task nevertheless, since it is how that task
 *     is anyway; then such specs are also written with it
 */
record SpecTasks(Set<Task> tasks, String hint, List<String> elsewhere) {
  static SpecTasks of(final Task... tasks) {
    return new SpecTasks(Set.of(tasks), "", List.of());
  }

  /** Of a field that a further task has a use for, too, without being named. */
  static SpecTasks allBut(final Task task) {
    return new SpecTasks(EnumSet.complementOf(EnumSet.of(task)), "", List.of());
  }

  SpecTasks hint(final String text) {
    return new SpecTasks(tasks, text, elsewhere);
  }

  SpecTasks elsewhere(final String... words) {
    return new SpecTasks(tasks, hint, List.of(words));
  }

  /** Why the others do not take the field. */
  String refusal() {
    final List<String> named =
        spelled(others().size() == 1 ? others() : tasks).stream()
            .map(word -> "'task: " + word + "'")
            .toList();
    final String all = String.join(", ", named).replaceFirst(", (?!.*, )", " and ");
    return (others().size() == 1 ? "is not for " + all : "is for " + all + " only") + hint;
  }

  /** As people read them in a list: all, all but one, or their words. */
  String shown() {
    return switch (others().size()) {
      case 0 -> "all";
      case 1 -> "all but " + spelled(others()).get(0);
      default -> String.join(", ", spelled(tasks));
    };
  }

  private Set<Task> others() {
    final Set<Task> others = EnumSet.allOf(Task.class);
    others.removeAll(tasks);
    return others;
  }

  private static List<String> spelled(final Set<Task> tasks) {
    return tasks.stream().sorted().map(Spelling::of).collect(Collectors.toList());
  }
}
