package org.majorant.research.reproduce;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.majorant.demo.MaskedImage;
import org.majorant.demo.MaskedImage.Neighbours;
import org.majorant.file.evaluate.Evaluator;
import org.majorant.file.evaluate.Scores;
import org.majorant.file.train.FileTrainer;
import org.majorant.file.train.TrainingSettings;
import org.majorant.model.GraphPredictor.GraphPrediction;
import org.majorant.model.Model;
import org.majorant.model.Predictor;
import org.majorant.ops.terminal.TextTable.Column;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RejectedExample;
import org.majorant.solve.StopRule;
import org.majorant.spec.SpecFile;
import org.majorant.train.Solver;

/**
 * Which pixels of an image show a horse: every second image is learned, once, and the others are
 * the test. A model of pixels by themselves is logistic regression; one of the grid joins each
 * pixel with its neighbours, which is too wide for exact inference, and is learned by forests.
 * Pseudo-likelihood learns the same grid without inference, and is tested as the grid is. A batch
 * goes on over all images at once from what one pass over the grid has learned.
 */
public final class Horses implements Reproduction {
  private static final int SHOWN = 6;

  /** Images without neighbours have no loops, so that their inference is exact. */
  private static final ModelSpec SPEC =
      SpecFile.read(
          "{model: horses, task: graph, inference: trw, features: {dimension: %d}}"
              .formatted(MaskedImage.FEATURES));

  private static final int ITERATIONS = 5;

  /** A few steps on from what one pass has learned; the optimum is further than a command waits. */
  private static final TrainingSettings TRAINING =
      new TrainingSettings(Solver.LBFGS, 1, true, null, StopRule.of(ITERATIONS, 1e-3));

  private final PaperData data;
  private final Path out;
  private final int images;

  /**
   * Of the data that is to be had.
   *
   * @param out where test images are drawn, with the marginals of their pixels
   */
  public Horses(final PaperData data, final Path out) {
    this(data, out, Integer.MAX_VALUE);
  }

  /**
   * Of so many images.
   *
   * @param out where test images are drawn, with the marginals of their pixels
   */
  public Horses(final PaperData data, final Path out, final int images) {
    this.data = data;
    this.out = out;
    this.images = images;
  }

  /** What a pixel knows of its neighbours while it is learned, and when it is tested. */
  private enum Way {
    /** Logistic regression. */
    PIXELS(Neighbours.UNKNOWN, Neighbours.UNKNOWN),
    /** Pseudo-likelihood (Besag 1975): each pixel given the truth of all others. */
    PSEUDO(Neighbours.GIVEN, Neighbours.JOINED),
    GRID(Neighbours.JOINED, Neighbours.JOINED),
    /** The same grid: the stream's weights, and L-BFGS on. */
    BATCH(Neighbours.JOINED, Neighbours.JOINED);

    private final Neighbours learned;
    private final Neighbours tested;

    Way(final Neighbours learned, final Neighbours tested) {
      this.learned = learned;
      this.tested = tested;
    }

    private Model learn(final List<MaskedImage> images) {
      final List<byte[]> train = records(images, learned);
      return this == BATCH
          ? new FileTrainer(SPEC, train).train(TRAINING, iteration -> {}, List.of()).model()
          : new Evaluator(SPEC).learn(train).model(SPEC, 0);
    }
  }

  /**
   * A model on the test images.
   *
   * @param wrong share of pixels
   * @param nats held-out loss a pixel; where pixels are joined, what it is at most
   * @param seconds of learning and testing
   */
  public record Row(String model, int train, int test, double wrong, double nats, double seconds)
      implements Reproduction.Row {
    @Override
    public List<String> cells() {
      return List.of(
          model,
          "%d".formatted(train),
          "%d".formatted(test),
          "%.4f".formatted(wrong),
          "%.4f".formatted(nats),
          "%.1f".formatted(seconds));
    }
  }

  @Override
  public List<Column> columns() {
    return List.of(
        Column.text("model", 6),
        Column.number("train", 5),
        Column.number("test", 5),
        Column.number("wrong", 7),
        Column.number("nats", 7),
        Column.number("s", 6));
  }

  @Override
  public int size() {
    return Way.values().length;
  }

  @Override
  public List<String> notes() {
    return List.of(
        "wrong is the share of the test's pixels, nats the held-out loss a pixel, after one pass;"
            + " batch is grid after "
            + ITERATIONS
            + " more iterations of L-BFGS over all images. All models have the same features of a"
            + " pixel; those of pseudo, grid and batch are the same.",
        out + " has " + SHOWN + " test images, each above the truth and the models' marginals.");
  }

  @Override
  public void run(final Consumer<Reproduction.Row> each) {
    final List<MaskedImage> horses = data.horses();
    final List<MaskedImage> some = horses.subList(0, Math.min(images, horses.size()));
    final List<MaskedImage> train = half(some, 0);
    final List<MaskedImage> test = half(some, 1);
    final MarginalsImage drawn = new MarginalsImage(every(test, test.size() / SHOWN));
    for (final Way way : Way.values()) {
      final long start = System.nanoTime();
      final Model model = way.learn(train);
      final Scores heldOut = new Evaluator(SPEC).score(model, records(test, way.tested)).scores();
      each.accept(
          new Row(
              way.name().toLowerCase(Locale.ROOT),
              train.size(),
              test.size(),
              1 - heldOut.accuracy(),
              heldOut.logLoss(),
              (System.nanoTime() - start) / 1e9));
      drawn.add(image -> marginals(model, image, way.tested));
    }
    drawn.write(out);
  }

  private static List<MaskedImage> half(final List<MaskedImage> images, final int rest) {
    return IntStream.range(0, images.size())
        .filter(i -> i % 2 == rest)
        .mapToObj(images::get)
        .toList();
  }

  private static List<MaskedImage> every(final List<MaskedImage> images, final int step) {
    return IntStream.range(0, SHOWN).mapToObj(i -> images.get(i * step)).toList();
  }

  private static List<byte[]> records(final List<MaskedImage> images, final Neighbours neighbours) {
    return images.stream().map(image -> image.record(neighbours)).toList();
  }

  /** Of a horse, a pixel each. */
  private static double[] marginals(
      final Model model, final MaskedImage image, final Neighbours neighbours) {
    final LabeledExample example =
        AvroSerde.of(LabeledExample.class).decode(image.record(neighbours));
    try {
      final var prediction = (GraphPrediction) Predictor.of(model).predict(example);
      return prediction.probabilities().stream().mapToDouble(p -> p.get(1)).toArray();
    } catch (final RejectedExample e) {
      throw new IllegalStateException(e);
    }
  }
}
