package org.majorant.features;

import java.util.Arrays;
import org.majorant.schema.Choice;
import org.majorant.schema.ChoiceBuffer;
import org.majorant.schema.DecodedExample;
import org.majorant.schema.ExampleBuffer;
import org.majorant.schema.Graph;
import org.majorant.schema.GraphBuffer;
import org.majorant.schema.Matching;
import org.majorant.schema.MatchingBuffer;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Point;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Sequence;
import org.majorant.schema.SequenceBuffer;
import org.majorant.schema.Task;

/**
 * The structure of a task's examples: what a record of it is decoded to and mapped to, and what
 * weights it is scored with. All that this room knows of a task stands here.
 */
public enum Structure {
  /** A single feature vector with one label. */
  POINT(Point.class) {
    @Override
    Dimensions dimensions(final ModelSpec spec, final int emissions) {
      final int labels = labels(spec);
      final int states = spec.getLatent();
      final int outcomes = Math.multiplyExact(labels, states);
      return new Dimensions(labels, states, outcomes == 2 ? 1 : outcomes, emissions, 0);
    }

    @Override
    Mapping<?, ?> mapping(final FeatureSpace space) {
      return new Mapping<>(
          new ExampleBuffer(), new SparsePoint(), (in, out) -> out.fill(in, space));
    }
  },

  /** Tokens in order, each with features and a label. */
  SEQUENCE(Sequence.class) {
    @Override
    Dimensions dimensions(final ModelSpec spec, final int emissions) {
      final int labels = labels(spec);
      return new Dimensions(labels, 1, labels, Math.addExact(emissions, labels), labels);
    }

    @Override
    Mapping<?, ?> mapping(final FeatureSpace space) {
      return new Mapping<>(
          new SequenceBuffer(), new SparseSequence(), (in, out) -> out.fill(in, space));
    }
  },

  /** Alternatives, one of which was chosen: mapped to a graph of one variable. */
  CHOICE(Choice.class) {
    @Override
    Dimensions dimensions(final ModelSpec spec, final int emissions) {
      return new Dimensions(0, 1, 1, emissions, 0);
    }

    @Override
    Mapping<?, ?> mapping(final FeatureSpace space) {
      return new Mapping<>(new ChoiceBuffer(), new SparseGraph(), (in, out) -> out.fill(in, space));
    }
  },

  /** Variables that are joined by factors. */
  GRAPH(Graph.class) {
    @Override
    Dimensions dimensions(final ModelSpec spec, final int emissions) {
      return new Dimensions(0, 1, 1, emissions, 0);
    }

    @Override
    Mapping<?, ?> mapping(final FeatureSpace space) {
      return new Mapping<>(new GraphBuffer(), new SparseGraph(), (in, out) -> out.fill(in, space));
    }
  },

  /** Nodes that are matched along edges. */
  MATCHING(Matching.class) {
    @Override
    Dimensions dimensions(final ModelSpec spec, final int emissions) {
      return new Dimensions(0, 1, 1, emissions, 0);
    }

    @Override
    Mapping<?, ?> mapping(final FeatureSpace space) {
      return new Mapping<>(
          new MatchingBuffer(), new SparseMatching(), (in, out) -> out.fill(in, space));
    }
  };

  private final Class<?> record;

  Structure(final Class<?> record) {
    this.record = record;
  }

  /** The structure of a task's examples. */
  public static Structure of(final Task task) {
    return switch (task) {
      case MULTICLASS -> POINT;
      case SEQUENCE -> SEQUENCE;
      case CHOICE -> CHOICE;
      case GRAPH -> GRAPH;
      case MATCHING -> MATCHING;
    };
  }

  /**
   * The task that learns from an example.
   *
   * @param structure that of a {@link org.majorant.schema.LabeledExample}
   */
  public static Task taskOf(final Object structure) {
    return Arrays.stream(Task.values())
        .filter(task -> of(task).record.isInstance(structure))
        .findFirst()
        .orElseThrow();
  }

  /**
   * The sizes of a model of it.
   *
   * @param emissions size of the index space of an example's features, with the intercept
   */
  abstract Dimensions dimensions(ModelSpec spec, int emissions);

  /** A model that knows fewer than two labels, since they are open, has room for two. */
  private static int labels(final ModelSpec spec) {
    return Math.max(2, spec.getLabels().size());
  }

  /** How a feature space maps it, with buffers of its own. */
  abstract Mapping<?, ?> mapping(FeatureSpace space);

  /** What it is decoded to, what it is mapped to, and how. */
  record Mapping<B extends DecodedExample, E extends Example>(
      B buffer, E example, Mapper<B, E> mapper) {
    Example map() throws RejectedExample {
      mapper.map(buffer, example);
      return example;
    }
  }

  /** Fills an example from what was decoded. */
  interface Mapper<B extends DecodedExample, E extends Example> {
    void map(B decoded, E out) throws RejectedExample;
  }
}
