package org.majorant.spec;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.stream.Stream;
import org.majorant.schema.Curvature;
import org.majorant.schema.Directional;
import org.majorant.schema.ModelSpec;

/**
 * The field {@code curvature} of a spec file:
 *
 * <pre>
 *   memory: auto              # full, low-rank, diagonal; auto: full if affordable, else diagonal
 *   rank: 16                  # of low-rank only: rows for each vector of weights
 *   absorb: true-diagonal     # of low-rank only: how what it drops is kept; or guaranteed
 * </pre>
 *
 * <p>What a model can afford depends on its other fields, so the curvature is resolved when those
 * are known.
 *
 * @param memory the curvature that the file asks for; empty for auto
 * @param guaranteed whether what low-rank curvature drops is dominated
 */
record SpecCurvature(Optional<Curvature> memory, int rank, boolean guaranteed) {
  private static final String AUTO = "auto";
  private static final String TRUE_DIAGONAL = "true-diagonal";
  private static final String GUARANTEED = "guaranteed";

  static SpecCurvature read(final Field field) {
    field.only("memory", "rank", "absorb");
    final String[] words =
        Stream.concat(Stream.of(AUTO), Stream.of(Spelling.all(Curvature.class)))
            .toArray(String[]::new);
    return new SpecCurvature(
        Spelling.read(Curvature.class, field.get("memory").word(AUTO, words)),
        field.get("rank").integer(16, 1, 256),
        field.get("absorb").word(TRUE_DIAGONAL, TRUE_DIAGONAL, GUARANTEED).equals(GUARANTEED));
  }

  /** Judges the field by the others, and gives the spec its curvature. */
  void resolve(final Field top, final ModelSpec spec) {
    final Field field = top.get("curvature");
    final Curvature curvature = choose(field.get("memory"), spec);
    spec.setCurvature(curvature);
    if (curvature != Curvature.LOW_RANK) {
      spec.setRank(0);
      if (guaranteed) {
        field
            .get("absorb")
            .fault("guaranteed is of low-rank curvature, not " + Spelling.of(curvature));
      }
    }
    if (spec.getForgetting() instanceof Directional) {
      final Field directional = top.get("forgetting").get("directional");
      TaskRules.of(spec.getTask()).require(directional, true);
      if (curvature != Curvature.FULL) {
        directional.fault("needs full curvature, not " + Spelling.of(curvature));
      }
    }
  }

  private Curvature choose(final Field field, final ModelSpec spec) {
    final TaskRules task = TaskRules.of(spec.getTask());
    if (!task.takes(field)) {
      task.require(field, memory.isPresent() && memory.get() != Curvature.DIAGONAL);
      return Curvature.DIAGONAL;
    }
    final CurvatureLimits limits = CurvatureLimits.of(spec);
    final Curvature curvature = memory.orElseGet(() -> limits.automatic(task));
    if (curvature == Curvature.FULL && !limits.allowsFull()) {
      field.fault(limits.refusal());
    }
    return curvature;
  }

  /** As the file has it. */
  static ObjectNode tree(final ModelSpec spec) {
    final ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.put("memory", Spelling.of(spec.getCurvature()));
    if (spec.getCurvature() == Curvature.LOW_RANK) {
      tree.put("rank", spec.getRank());
      tree.put("absorb", spec.getGuaranteed() ? GUARANTEED : TRUE_DIAGONAL);
    }
    return tree;
  }
}
