package org.majorant.demo;

import java.util.ArrayList;
import java.util.List;
import org.majorant.model.Model;
import org.majorant.model.Prediction;
import org.majorant.model.Predictor;
import org.majorant.ops.http.Picture;
import org.majorant.ops.http.Picture.Drawing;
import org.majorant.ops.http.Picture.Score;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.RejectedExample;

/**
 * Examples that are never learned, as the newest version sees them: all are scored, by each
 * version, and the first few are drawn.
 */
final class Exhibit {
  private static final AvroSerde<LabeledExample> RECORDS = AvroSerde.of(LabeledExample.class);
  private static final int DRAWN = 4;
  private static final int MOST_SCORES = 400; // even

  private final Words words;
  private final List<Specimen> specimens;
  private final List<LabeledExample> examples;
  private final List<Score> scores = new ArrayList<>();
  private volatile Picture picture;

  /**
   * @param untrained what the page shows until there is a version
   */
  Exhibit(final Words words, final List<Specimen> specimens, final Model untrained) {
    this.words = words;
    this.specimens = List.copyOf(specimens);
    examples = specimens.stream().map(Specimen::record).map(RECORDS::decode).toList();
    show(untrained);
  }

  /**
   * What the page says of it.
   *
   * @param title a question that the drawings answer
   * @param note how to read them
   * @param name what one of the drawn is called, before its number
   * @param score what the examples are scored by
   * @param scored which examples these are, and how
   */
  record Words(String title, String note, String name, String score, String scored) {}

  /** What the page draws. */
  Picture picture() {
    return picture;
  }

  /** Looks at the examples by a version, which is newer than those before. */
  synchronized void show(final Model model) {
    final Predictor predictor = Predictor.of(model);
    final List<Drawing> drawings = new ArrayList<>();
    double sum = 0;
    for (int i = 0; i < specimens.size(); i++) {
      final Specimen specimen = specimens.get(i);
      final Prediction prediction = predict(predictor, examples.get(i));
      sum += specimen.score(prediction);
      if (i < DRAWN) {
        drawings.add(specimen.draw(words.name() + " " + (i + 1), prediction));
      }
    }
    if (scores.size() == MOST_SCORES) {
      thin(scores);
    }
    scores.add(new Score(model.version(), sum / specimens.size()));
    picture =
        new Picture(
            words.title(),
            words.note(),
            model.version(),
            words.score(),
            words.scored(),
            List.copyOf(scores),
            drawings);
  }

  /** Leaves every other one, so that the first one stays however many there are. */
  private static void thin(final List<Score> scores) {
    for (int i = scores.size() - 1; i > 0; i -= 2) {
      scores.remove(i);
    }
  }

  private static Prediction predict(final Predictor predictor, final LabeledExample example) {
    try {
      return predictor.predict(example);
    } catch (final RejectedExample e) {
      throw new IllegalStateException("the generator made what its spec refuses", e);
    }
  }
}
