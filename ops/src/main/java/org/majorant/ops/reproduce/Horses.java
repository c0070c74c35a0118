package org.majorant.ops.reproduce;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.majorant.file.evaluate.Evaluator;
import org.majorant.file.evaluate.HeldOut;
import org.majorant.model.GraphPrediction;
import org.majorant.model.Model;
import org.majorant.model.Predictor;
import org.majorant.ops.terminal.TextTable.Column;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RejectedExample;
import org.majorant.spec.SpecFile;

/**
 * Which pixels of an image show a horse: every second image is learned, once, and the others are
 * the test. A model of pixels by themselves is logistic regression; one of the grid joins each
 * pixel with its neighbours, which is too wide for exact inference, and is learned by forests.
 */
public final class Horses implements Reproduction {
  private static final int SHOWN = 6;

  private final PaperData data;
  private final Path out;

  /**
   * Of the data that is to be had.
   *
   * @param out where test images are drawn, with the marginals of their pixels
   */
  public Horses(final PaperData data, final Path out) {
    this.data = data;
    this.out = out;
  }

  /**
   * A model after one pass, on the test images.
   *
   * @param wrong share of pixels
   * @param nats held-out loss a pixel; of the grid, what it is at most
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
    return 2;
  }

  @Override
  public List<String> notes() {
    return List.of(
        "wrong is the share of the test's pixels, nats the held-out loss a pixel, after one pass."
            + " Both models have the same features of a pixel.",
        out + " has " + SHOWN + " test images, each above the truth and both models' marginals.");
  }

  @Override
  public void run(final Consumer<Reproduction.Row> each) {
    final List<MaskedImage> images = data.horses();
    final List<MaskedImage> train = half(images, 0);
    final List<MaskedImage> test = half(images, 1);
    final MarginalsImage drawn = new MarginalsImage(every(test, test.size() / SHOWN));
    for (final boolean joined : new boolean[] {false, true}) {
      final long start = System.nanoTime();
      final Evaluator evaluator = new Evaluator(spec(joined));
      final Model model = evaluator.learn(records(train, joined)).model(spec(joined), 0);
      final HeldOut heldOut = evaluator.score(model, records(test, joined));
      each.accept(
          new Row(
              joined ? "grid" : "pixels",
              train.size(),
              test.size(),
              1 - heldOut.accuracy(),
              heldOut.logLoss(),
              (System.nanoTime() - start) / 1e9));
      drawn.add(image -> marginals(model, image, joined));
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

  private static ModelSpec spec(final boolean joined) {
    return SpecFile.read(
        "{model: horses, task: graph, inference: %s, features: {dimension: %d}}"
            .formatted(joined ? "trw" : "exact", MaskedImage.FEATURES));
  }

  private static List<byte[]> records(final List<MaskedImage> images, final boolean joined) {
    return images.stream().map(image -> image.record(joined)).toList();
  }

  /** Of a horse, a pixel each. */
  private static double[] marginals(
      final Model model, final MaskedImage image, final boolean joined) {
    final LabeledExample example = AvroSerde.of(LabeledExample.class).decode(image.record(joined));
    try {
      final var prediction = (GraphPrediction) Predictor.of(model).predict(example);
      return prediction.probabilities().stream().mapToDouble(p -> p.get(1)).toArray();
    } catch (final RejectedExample e) {
      throw new IllegalStateException(e);
    }
  }
}
