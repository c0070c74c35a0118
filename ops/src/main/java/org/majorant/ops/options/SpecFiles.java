package org.majorant.ops.options;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.prior.Restriction;
import org.majorant.schema.Directional;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecException;
import org.majorant.spec.SpecFile;
import picocli.CommandLine.Model.CommandSpec;

/** Reads spec files that are named on the command line. */
public final class SpecFiles {
  private SpecFiles() {}

  /**
   * @throws CommandFailed where the file cannot be read, or naming each wrong field
   */
  public static ModelSpec read(final Path file) {
    return read(file, tree -> tree);
  }

  /** The same of a file of which some fields are set otherwise. */
  public static ModelSpec read(final Path file, final SpecSettings settings) {
    return read(file, settings::in);
  }

  /**
   * The same with other fields.
   *
   * @param changes made of the spec's tree
   */
  public static ModelSpec read(final Path file, final UnaryOperator<ObjectNode> changes) {
    try {
      final ModelSpec spec = SpecFile.read(changes.apply(SpecFile.parse(file)));
      Restriction.of(spec).requireFeasible();
      return spec;
    } catch (final SpecException e) {
      throw new CommandFailed(e.faultsOf(file.toString()), e);
    } catch (final NoSuchFileException e) {
      throw new CommandFailed(
          "there is no spec file " + file + ": ops/data/adult/adult.yaml is one", e);
    } catch (final CharacterCodingException e) {
      throw new CommandFailed("the spec " + file + " is not text in UTF-8", e);
    } catch (final IOException e) {
      throw new CommandFailed("cannot read the spec " + file + ": " + e.getMessage(), e);
    }
  }

  /** Refuses to forget by direction where several learn: curvature that is taken has no sum. */
  public static void requireOneLearner(
      final CommandSpec command, final ModelSpec spec, final int learners, final String because) {
    Usage.require(
        command,
        learners == 1 || !(spec.getForgetting() instanceof Directional),
        "directional forgetting is for one partition alone, but %s: forget by half-life or polynomial"
            .formatted(because));
  }
}
