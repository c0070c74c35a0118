package org.majorant.ops.options;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.majorant.growth.Growth;
import org.majorant.lineage.LearnedState;
import org.majorant.model.ModelFile;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NameCount;
import org.majorant.schema.SurrogateHead;
import org.majorant.spec.Fingerprint;
import org.majorant.spec.SpecException;
import org.majorant.store.Snapshot;
import org.majorant.store.SnapshotAssembler;
import org.majorant.store.SnapshotFormat;

/**
 * Model files from which a model can go on to learn. They have the newest base's records as these
 * lie on their topic, so that every number comes back bit by bit, a file that was cut or changed is
 * found out, and what an older release has written is read.
 */
public final class StateFiles {
  private StateFiles() {}

  /**
   * What stands under {@code curvature} in a model file.
   *
   * @param records of the base, key and value, in their order
   * @param names of its features that are known
   */
  public record Curvature(List<Piece> records, List<Name> names) {}

  /** One record, in base 64. */
  public record Piece(byte[] key, byte[] value) {}

  /** A feature's name, and how often it was counted. */
  public record Name(String name, long count) {}

  /** The state as a part of a file. */
  public static Curvature of(final Snapshot<SurrogateHead> base, final List<NameCount> names) {
    return new Curvature(
        SnapshotFormat.SURROGATES.split(base.head(), base.data(), 1).stream()
            .map(record -> new Piece(record.key(), record.value()))
            .toList(),
        names.stream().map(name -> new Name(name.getName(), name.getCount())).toList());
  }

  /**
   * The state in a file.
   *
   * @param spec that the file has
   * @throws CommandFailed where there is none, or it is not whole
   */
  public static LearnedState read(final Path file, final ModelSpec spec) {
    final Optional<Curvature> found;
    try (Reader in = ModelFiles.reader(file)) {
      found = ModelFile.readCurvature(in, Curvature.class);
    } catch (final IOException e) {
      throw new CommandFailed("cannot read %s: %s".formatted(file, e.getMessage()), e);
    }
    final Curvature curvature =
        found.orElseThrow(
            () ->
                new CommandFailed(
                    "%s has no curvature: write it by 'models export --with-curvature'"
                        .formatted(file)));
    return state(curvature)
        .filter(state -> Fingerprint.matches(spec, state.head().getSpec()))
        .orElseThrow(
            () ->
                new CommandFailed(
                    "the curvature in %s is not whole: export it again".formatted(file)));
  }

  /**
   * The same in the place that a model of the same spec, or of a wider one, has for it.
   *
   * @throws CommandFailed as {@link #read}, and where it is of no use to that model
   */
  public static LearnedState grown(final Path file, final ModelSpec given, final ModelSpec spec) {
    final LearnedState state = read(file, given);
    try {
      return state.grown(Growth.of(given, spec));
    } catch (final SpecException e) {
      throw new CommandFailed(
          "%s: %s was learned by another spec, so give its values, or more of them"
              .formatted(String.join("; ", e.faults()), file),
          e);
    }
  }

  private static Optional<LearnedState> state(final Curvature curvature) {
    final SnapshotAssembler<SurrogateHead> base =
        new SnapshotAssembler<>(SnapshotFormat.SURROGATES, model -> true);
    Optional<Snapshot<SurrogateHead>> whole = Optional.empty();
    if (curvature.records() == null || curvature.names() == null) {
      return Optional.empty();
    }
    for (final Piece piece : curvature.records()) {
      whole = base.accept(piece.key(), piece.value());
    }
    final List<NameCount> names =
        curvature.names().stream().map(name -> new NameCount(name.name(), name.count())).toList();
    return whole.map(found -> new LearnedState(found.head(), found.data(), names));
  }
}
