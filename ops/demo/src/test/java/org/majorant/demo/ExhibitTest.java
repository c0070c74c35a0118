package org.majorant.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.majorant.demo.Exhibit.Words;
import org.majorant.file.evaluate.Evaluator;
import org.majorant.model.Model;
import org.majorant.ops.http.Picture;
import org.majorant.ops.http.Picture.Drawing;
import org.majorant.ops.http.Picture.Grid;
import org.majorant.ops.http.Picture.Line;
import org.majorant.ops.http.Picture.Score;

class ExhibitTest {
  private static final int LEARNED = 40;

  @Test
  void pairs_learned_areMatchedBetterThanBefore() {
    final List<Score> scores = scores(PointPair.data());
    assertThat(scores.get(0).share()).isLessThan(0.2);
    assertThat(scores.get(1).share()).isGreaterThan(0.8);
  }

  @Test
  void images_learned_haveFewerWrongPixelsThanBefore() {
    final List<Score> scores = scores(BlobImage.data());
    assertThat(scores.get(0).share()).isGreaterThan(0.15);
    assertThat(scores.get(1).share()).isLessThan(0.07);
  }

  /** Of no version, and of one that has learned. */
  private static List<Score> scores(final GeneratedData data) {
    final Exhibit exhibit = data.exhibit();
    assertThat(exhibit.picture().version()).isZero();
    exhibit.show(learned(data));
    assertThat(exhibit.picture().version()).isEqualTo(1);
    assertThat(exhibit.picture().scores()).extracting(Score::version).containsExactly(0L, 1L);
    return exhibit.picture().scores();
  }

  private static Model learned(final GeneratedData data) {
    return new Evaluator(data.spec()).learn(data.train().subList(0, LEARNED)).model(data.spec(), 1);
  }

  @Test
  void drawing_ofAPair_hasAllLines_andTellsWhatIsRight() {
    final Picture untrained = PointPair.data().exhibit().picture();
    assertThat(untrained.drawings()).hasSize(4);
    for (final Drawing drawing : untrained.drawings()) {
      assertThat(drawing.dots()).hasSize(2 * PointPair.POINTS);
      assertThat(drawing.lines()).hasSize(PointPair.POINTS * PointPair.POINTS);
      assertThat(drawing.lines().stream().filter(Line::right)).hasSize(PointPair.POINTS);
      assertThat(drawing.lines())
          .allSatisfy(
              line -> {
                assertThat(line.probability()).isCloseTo(1.0 / PointPair.POINTS, within(1e-3));
                assertThat(drawing.dots().get(line.from()).frame()).isZero();
                assertThat(drawing.dots().get(line.to()).frame()).isEqualTo(1);
              });
      assertThat(drawing.dots())
          .allSatisfy(
              dot -> {
                assertThat(dot.x()).isBetween(0.0, 1.0);
                assertThat(dot.y()).isBetween(0.0, 1.0);
              });
      assertThat(drawing.text()).startsWith(drawing.caption()).contains("8 %, 8 %");
    }
    assertThat(untrained.drawings().get(0).name()).isEqualTo("Pair 1");
  }

  @Test
  void drawing_ofAnImage_marksTheWrongPixels() {
    final GeneratedData data = BlobImage.data();
    final Exhibit exhibit = data.exhibit();
    exhibit.show(learned(data));
    for (final Drawing drawing : exhibit.picture().drawings()) {
      final Grid marginals = drawing.grids().get(1);
      final Grid truth = drawing.grids().get(2);
      assertThat(drawing.grids()).extracting(Grid::columns).containsOnly(BlobImage.WIDTH);
      assertThat(marginals.colours()).hasSize(BlobImage.WIDTH * BlobImage.HEIGHT);
      assertThat(drawing.caption())
          .isEqualTo("%d of 600 pixels wrong".formatted(marginals.wrong().length));
      int wrong = 0;
      for (int v = 0; v < truth.colours().length; v++) {
        // Between the two colours of the truth, red says which one is nearer.
        final boolean seen = (marginals.colours()[v] >> 16) > (0x1B + 0xF5) / 2;
        wrong += seen == truth.colours()[v] > 0xF00000 ? 0 : 1;
      }
      assertThat(wrong).isCloseTo(marginals.wrong().length, within(2));
    }
  }

  @Test
  void scores_ofManyVersions_areThinned_fromTheFirstToTheNewest() {
    final GeneratedData data = PointPair.data();
    final Words words = new Words("", "", "", "", "");
    final int size = ShapeContext.features(PointPair.POINTS).size();
    final Exhibit exhibit = new Exhibit(words, List.of(PointPair.of(-1)), model(data, 0, size));
    for (int version = 1; version <= 1000; version++) {
      exhibit.show(model(data, version, size));
      assertThat(exhibit.picture().scores().size()).isLessThanOrEqualTo(400);
    }
    assertThat(exhibit.picture().scores()).extracting(Score::version).isSorted();
    assertThat(exhibit.picture().scores().get(0).version()).isZero();
    assertThat(exhibit.picture().scores()).last().extracting(Score::version).isEqualTo(1000L);
  }

  private static Model model(final GeneratedData data, final long version, final int size) {
    return new Model(data.spec(), version, new double[size], new float[size], new float[size]);
  }
}
