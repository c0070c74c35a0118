package org.majorant.ops.options;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.majorant.spec.SpecException;
import org.majorant.spec.SpecFile;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option that sets fields of the spec, whether that is a file or is found in the data. */
public final class SpecSettings {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--set",
      paramLabel = "FIELD=VALUE",
      description =
          "Set a field of the spec, as curvature.memory=diagonal, members=none or"
              + " 'features.transform=[log1p, unit]'; give it again for another field."
              + " 'ops/majorant spec fields' lists all fields and what they are by default.")
  private List<String> settings = List.of();

  /** Whether a field is set, by its whole name. */
  boolean set(final String field) {
    return settings.stream().anyMatch(setting -> setting.startsWith(field + "="));
  }

  /**
   * Puts the fields into a spec's tree, in the order in which they were typed.
   *
   * @return the tree
   * @throws ParameterException where a setting is none
   */
  public ObjectNode in(final ObjectNode tree) {
    for (final String setting : settings) {
      try {
        SpecFile.set(tree, setting);
      } catch (final SpecException e) {
        throw new ParameterException(
            command.commandLine(), "--set %s: %s".formatted(setting, e.getMessage()), e);
      }
    }
    return tree;
  }
}
