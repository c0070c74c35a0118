package org.majorant.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;

/** Random examples, and a buffer's contents held against an object. */
final class Examples {
  private static final String[] ALPHABET = {
    "a", "Z", "7", " ", "\0", "é", "λ", "漢", "🜁", "\uD800"
  };

  private static final AvroSerde<LabeledExample> SERDE = AvroSerde.of(LabeledExample.class);

  private Examples() {}

  /** Any point that the schema can express. */
  static LabeledExample point(final SplittableRandom random) {
    final Object features = features(random);
    final List<Double> logPrior =
        random.nextBoolean() ? null : list(random.nextInt(20), i -> real(random));
    final Object label =
        random.nextInt(4) == 0
            ? list(random.nextInt(random.nextInt(9) == 0 ? 90 : 4), i -> string(random))
            : stringOrNull(random);
    final Served served = random.nextBoolean() ? null : new Served(random.nextLong(), row(random));
    return example(random, new Point(features, label, logPrior, served));
  }

  /** Any sequence that is not rejected. */
  static LabeledExample sequence(final SplittableRandom random) {
    final int length = 1 + (random.nextInt(8) == 0 ? random.nextInt(90) : random.nextInt(5));
    final List<Object> tokens = list(length, i -> features(random));
    final int labels = random.nextInt(3) == 0 ? 0 : length;
    final List<List<Double>> logPrior =
        random.nextBoolean() ? null : list(length, t -> random.nextBoolean() ? null : row(random));
    return example(random, new Sequence(tokens, list(labels, i -> stringOrNull(random)), logPrior));
  }

  private static List<Double> row(final SplittableRandom random) {
    return list(random.nextInt(9), u -> real(random));
  }

  /** Any choice that is not rejected. */
  static LabeledExample choice(final SplittableRandom random) {
    final int length = 1 + (random.nextInt(8) == 0 ? random.nextInt(90) : random.nextInt(5));
    final List<Object> alternatives = list(length, i -> features(random));
    final Integer chosen = random.nextBoolean() ? null : random.nextInt(length);
    final List<Double> logPrior = random.nextBoolean() ? null : list(length, i -> real(random));
    return example(random, new Choice(alternatives, chosen, logPrior));
  }

  /** Any graph that is not rejected. */
  static LabeledExample graph(final SplittableRandom random) {
    final int variables = 1 + (random.nextInt(8) == 0 ? random.nextInt(80) : random.nextInt(4));
    final List<Integer> cardinalities = list(variables, v -> 1 + random.nextInt(3));
    final List<Factor> factors =
        list(
            1 + random.nextInt(random.nextInt(8) == 0 ? 80 : 4),
            f -> factor(random, cardinalities));
    final List<Integer> states =
        list(
            random.nextInt(3) == 0 ? 0 : variables,
            v -> random.nextBoolean() ? null : random.nextInt(cardinalities.get(v)));
    return example(random, new Graph(cardinalities, factors, states));
  }

  /** Any matching that is not rejected, though its edges need not contain one. */
  static LabeledExample matching(final SplittableRandom random) {
    return example(random, random.nextInt(3) == 0 ? roommates(random) : assignment(random));
  }

  /** Without sides. */
  private static Matching roommates(final SplittableRandom random) {
    final int nodes = 1 + random.nextInt(random.nextInt(8) == 0 ? 70 : 6);
    final List<Edge> edges = new ArrayList<>();
    final List<Pair> matches = new ArrayList<>();
    for (int i = 0; i < nodes; i++) {
      final boolean matched = i % 2 == 1 || i + 1 < nodes;
      for (int j = i + 1; j < nodes; j++) {
        final boolean pair = i % 2 == 0 && j == i + 1;
        if (pair) {
          matches.add(new Pair(i, j));
        }
        if (pair || random.nextInt(nodes) < 3) {
          edges.add(random.nextInt(edges.size() + 1), edge(random, i, j));
        }
      }
      if (!matched || random.nextInt(3) == 0) {
        edges.add(new Edge(i, null, features(random)));
      }
    }
    return new Matching(nodes, null, edges, random.nextInt(3) > 0 ? matches : null);
  }

  /** In either order. */
  private static Edge edge(final SplittableRandom random, final int i, final int j) {
    return random.nextBoolean()
        ? new Edge(i, j, features(random))
        : new Edge(j, i, features(random));
  }

  private static Matching assignment(final SplittableRandom random) {
    final int left = 1 + random.nextInt(random.nextInt(8) == 0 ? 70 : 4);
    final int right = 1 + random.nextInt(4);
    final List<Edge> edges = new ArrayList<>();
    final List<Pair> matches = new ArrayList<>();
    for (int i = 0; i < left; i++) {
      final boolean matched = i < right && random.nextInt(3) > 0;
      for (int j = 0; j < right; j++) {
        if (matched && i == j) {
          edges.add(new Edge(i, j, features(random)));
          matches.add(new Pair(i, j));
        } else if (random.nextBoolean()) {
          edges.add(new Edge(i, j, features(random)));
        }
      }
      if (!matched || random.nextInt(3) == 0) {
        edges.add(random.nextInt(edges.size() + 1), new Edge(i, null, features(random)));
      }
      if (i < right && (!matched || random.nextInt(3) == 0)) {
        edges.add(random.nextInt(edges.size() + 1), new Edge(null, i, features(random)));
      }
    }
    for (int j = left; j < right; j++) {
      edges.add(new Edge(null, j, features(random)));
    }
    final boolean observed = random.nextInt(3) > 0;
    return new Matching(left, right, edges, observed ? matches : null);
  }

  private static Factor factor(final SplittableRandom random, final List<Integer> cardinalities) {
    final List<Integer> variables = new ArrayList<>();
    int size = 1;
    for (int k = 1 + random.nextInt(3); k > 0; k--) {
      final int v = random.nextInt(cardinalities.size());
      if (!variables.contains(v)) {
        variables.add(v);
        size *= cardinalities.get(v);
      }
    }
    final int configurations = size;
    return new Factor(
        variables,
        list(configurations, w -> features(random)),
        random.nextInt(3) == 0 ? list(configurations, w -> real(random)) : null);
  }

  private static Object features(final SplittableRandom random) {
    final int size = random.nextInt(9) == 0 ? random.nextInt(400) : random.nextInt(6);
    final List<Float> values = values(random, random.nextBoolean() ? size : 0);
    return random.nextBoolean()
        ? new SparseVector(list(size, i -> number(random)), values)
        : new NamedFeatures(list(size, i -> string(random)), values);
  }

  /** A small example of each structure that is not a point. */
  static List<LabeledExample> others(final SplittableRandom random) {
    final SparseVector features = new SparseVector(List.of(1, 2), List.of());
    return List.of(
        example(random, new Sequence(List.of(features), List.of(), null)),
        example(random, new Choice(List.of(features, features), 1, null)),
        example(random, new Graph(List.of(2), List.of(), List.of())),
        example(random, new Matching(1, 1, List.of(new Edge(0, 0, features)), null)));
  }

  /** Compares by bytes, since a NaN does not equal itself. */
  static void assertSame(
      final DecodedExample buffer, final LabeledExample expected, final long seed) {
    final LabeledExample explicit =
        new LabeledExample(
            expected.getId(),
            expected.getModel(),
            expected.getWeight(),
            explicit(expected.getStructure()));
    final LabeledExample held = held(buffer);
    assertThat(SERDE.encode(held))
        .as("seed %d: %s, not %s", seed, held, explicit)
        .isEqualTo(SERDE.encode(explicit));
  }

  /** What a buffer has. */
  static LabeledExample held(final DecodedExample buffer) {
    return new LabeledExample(
        buffer.text(buffer.idOffset, buffer.idLength),
        buffer.text(buffer.modelOffset, buffer.modelLength),
        buffer.weight,
        structure(buffer));
  }

  /** Any example of any structure. */
  static LabeledExample any(final SplittableRandom random) {
    return switch (random.nextInt(5)) {
      case 0 -> point(random);
      case 1 -> sequence(random);
      case 2 -> choice(random);
      case 3 -> graph(random);
      default -> matching(random);
    };
  }

  /** The same structure with its ones and nulls written out, as a buffer has them. */
  private static Object explicit(final Object structure) {
    if (structure instanceof Point point) {
      return new Point(
          vector(point.getFeatures()),
          point.getLabel() instanceof String label ? List.of(label) : point.getLabel(),
          point.getLogPrior(),
          point.getServed() == null ? null : new Served(0L, point.getServed().getProbabilities()));
    }
    if (structure instanceof Sequence sequence) {
      final int tokens = sequence.getTokens().size();
      return new Sequence(
          vectors(sequence.getTokens()),
          sequence.getLabels().isEmpty() ? list(tokens, t -> null) : sequence.getLabels(),
          sequence.getLogPrior());
    }
    if (structure instanceof Choice choice) {
      return new Choice(
          vectors(choice.getAlternatives()), choice.getChosen(), choice.getLogPrior());
    }
    if (structure instanceof Matching matching) {
      return new Matching(
          matching.getLeft(),
          matching.getRight(),
          matching.getEdges().stream()
              .map(edge -> explicit(edge, matching.getRight() != null))
              .toList(),
          matching.getMatches() == null
              ? null
              : matching.getMatches().stream()
                  .sorted(Comparator.comparingInt(Pair::getLeft))
                  .toList());
    }
    final Graph graph = (Graph) structure;
    final int variables = graph.getCardinalities().size();
    final boolean priors = graph.getFactors().stream().anyMatch(f -> f.getLogPrior() != null);
    return new Graph(
        graph.getCardinalities(),
        graph.getFactors().stream()
            .map(
                factor ->
                    new Factor(
                        factor.getVariables(),
                        vectors(factor.getConfigurations()),
                        priors && factor.getLogPrior() == null
                            ? list(factor.getConfigurations().size(), w -> 0.0)
                            : factor.getLogPrior()))
            .toList(),
        graph.getStates().isEmpty() ? list(variables, v -> null) : graph.getStates());
  }

  /** With the lesser node first where there are no sides. */
  private static Edge explicit(final Edge edge, final boolean hasSides) {
    final boolean turned = !hasSides && edge.getRight() != null && edge.getRight() < edge.getLeft();
    return new Edge(
        turned ? edge.getRight() : edge.getLeft(),
        turned ? edge.getLeft() : edge.getRight(),
        vector(edge.getFeatures()));
  }

  private static List<Object> vectors(final List<Object> features) {
    return features.stream().map(Examples::vector).toList();
  }

  private static Object vector(final Object features) {
    return features instanceof SparseVector sparse
        ? new SparseVector(
            sparse.getIndices(), ones(sparse.getValues(), sparse.getIndices().size()))
        : named((NamedFeatures) features);
  }

  /** What the buffer holds, as an object. */
  private static Object structure(final DecodedExample buffer) {
    if (buffer instanceof ExampleBuffer point) {
      return new Point(
          features(point, point.named, 0, point.size),
          point.labels < 0 ? null : list(point.labels, i -> label(point, i)),
          logPrior(point),
          point.servedSize < 0
              ? null
              : new Served(0L, list(point.servedSize, i -> point.served[i])));
    }
    if (buffer instanceof SequenceBuffer sequence) {
      return new Sequence(
          vectors(sequence), list(sequence.length, sequence::label), rows(sequence));
    }
    if (buffer instanceof ChoiceBuffer choice) {
      return new Choice(
          vectors(choice), choice.chosen < 0 ? null : choice.chosen, logPrior(choice));
    }
    return buffer instanceof MatchingBuffer matching
        ? matching(matching)
        : graph((GraphBuffer) buffer);
  }

  private static Matching matching(final MatchingBuffer buffer) {
    final List<Object> vectors = vectors(buffer);
    final List<Edge> edges = new ArrayList<>();
    final List<Pair> matches = new ArrayList<>();
    final int first = buffer.hasSides ? buffer.left : 0;
    for (int e = 0; e < buffer.length; e++) {
      final int i = buffer.ends[2 * e];
      final int j = buffer.ends[2 * e + 1] - first;
      final boolean single = i == j + first;
      edges.add(
          new Edge(
              i < buffer.left ? i : null,
              single && i < buffer.left ? null : (Integer) j,
              vectors.get(e)));
      if (buffer.chosen[e] && !single) {
        matches.add(new Pair(i, j));
      }
    }
    matches.sort(Comparator.comparingInt(Pair::getLeft));
    return new Matching(
        buffer.left,
        buffer.hasSides ? buffer.right : null,
        edges,
        buffer.isObserved ? matches : null);
  }

  private static Graph graph(final GraphBuffer buffer) {
    final List<Object> vectors = vectors(buffer);
    final List<Double> priors = logPrior(buffer);
    final List<Factor> factors = new ArrayList<>();
    int from = 0;
    for (int f = 0; f < buffer.factors; f++) {
      final int start = buffer.scopeStarts[f];
      final List<Integer> scope =
          list(buffer.scopeStarts[f + 1] - start, k -> buffer.scopes[start + k]);
      final int to =
          from + scope.stream().mapToInt(v -> buffer.cardinalities[v]).reduce(1, (a, b) -> a * b);
      factors.add(
          new Factor(
              scope, vectors.subList(from, to), priors == null ? null : priors.subList(from, to)));
      from = to;
    }
    return new Graph(
        list(buffer.variables, v -> buffer.cardinalities[v]),
        factors,
        list(buffer.variables, v -> buffer.states[v] < 0 ? null : buffer.states[v]));
  }

  private static List<Object> vectors(final VectorsBuffer buffer) {
    return list(
        buffer.length,
        t -> features(buffer, buffer.named[t], buffer.starts[t], buffer.starts[t + 1]));
  }

  private static List<List<Double>> rows(final SequenceBuffer buffer) {
    if (buffer.logPriorSize < 0) {
      return null;
    }
    final List<Double> all = logPrior(buffer);
    final List<List<Double>> rows = new ArrayList<>();
    int from = 0;
    for (int t = 0; t < buffer.length; t++) {
      final int size = buffer.priorLengths[t];
      rows.add(size < 0 ? null : all.subList(from, from + size));
      from += Math.max(0, size);
    }
    return rows;
  }

  private static List<Double> logPrior(final DecodedExample buffer) {
    return buffer.logPriorSize < 0 ? null : list(buffer.logPriorSize, i -> buffer.logPrior[i]);
  }

  private static Object features(
      final DecodedExample buffer, final boolean named, final int from, final int to) {
    final List<Float> values = list(to - from, i -> buffer.values[from + i]);
    return named
        ? new NamedFeatures(
            list(
                to - from,
                i -> buffer.text(buffer.nameOffsets[from + i], buffer.nameLengths[from + i])),
            values)
        : new SparseVector(list(to - from, i -> buffer.indices[from + i]), values);
  }

  private static String label(final ExampleBuffer buffer, final int i) {
    return buffer.text(buffer.labelOffsets[i], buffer.labelLengths[i]);
  }

  private static NamedFeatures named(final NamedFeatures features) {
    return new NamedFeatures(
        features.getNames(), ones(features.getValues(), features.getNames().size()));
  }

  private static List<Float> ones(final List<Float> values, final int size) {
    return values.isEmpty() ? list(size, i -> 1f) : values;
  }

  private static LabeledExample example(final SplittableRandom random, final Object structure) {
    return new LabeledExample(stringOrNull(random), stringOrNull(random), real(random), structure);
  }

  private static List<Float> values(final SplittableRandom random, final int size) {
    return list(size, i -> random.nextBoolean() ? 0.5f : Float.intBitsToFloat(random.nextInt()));
  }

  private static double real(final SplittableRandom random) {
    return random.nextBoolean() ? random.nextDouble() : Double.longBitsToDouble(random.nextLong());
  }

  /** Of every length as a varint, and of both signs. */
  private static int number(final SplittableRandom random) {
    return random.nextInt() >> random.nextInt(32);
  }

  private static String stringOrNull(final SplittableRandom random) {
    return random.nextBoolean() ? null : string(random);
  }

  private static String string(final SplittableRandom random) {
    final StringBuilder text = new StringBuilder();
    final int length = random.nextInt(20) == 0 ? random.nextInt(300) : random.nextInt(5);
    for (int i = 0; i < length; i++) {
      text.append(ALPHABET[random.nextInt(ALPHABET.length)]);
    }
    return text.toString();
  }

  private static <T> List<T> list(final int size, final IntFunction<T> item) {
    final List<T> list = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      list.add(item.apply(i));
    }
    return list;
  }
}
