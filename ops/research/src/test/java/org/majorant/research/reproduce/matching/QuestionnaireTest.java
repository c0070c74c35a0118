package org.majorant.research.reproduce.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.majorant.demo.KnownMatching;
import org.majorant.matching.MatchingGraph;

class QuestionnaireTest {
  private static final int QUESTIONS = 14;

  @Test
  void pair_hasADistanceAndOnePairOfAnswersAQuestion() {
    final MatchingGraph graph = KnownMatching.complete(6);
    final Set<Integer> seen = new TreeSet<>();
    for (int seed = 0; seed < 200; seed++) {
      for (final double[] x : Questionnaire.edges(graph, new Random(seed))) {
        assertThat(Arrays.stream(x, 0, QUESTIONS)).allMatch(d -> d >= 0 && d <= 4);
        assertThat(Arrays.stream(x, QUESTIONS, x.length).sum()).isEqualTo(QUESTIONS);
        for (int k = 0; k < x.length; k++) {
          assertThat(k < QUESTIONS || x[k] == 0 || x[k] == 1).isTrue();
          if (x[k] != 0) {
            seen.add(k);
          }
        }
      }
    }
    assertThat(seen).as("each feature is some pair's").hasSize(Questionnaire.width());
  }

  /** Of three students d(1,3) ≤ d(1,2) + d(2,3), and all differ by the same parity. */
  @Test
  void distances_areThoseOfStudents() {
    final MatchingGraph graph = KnownMatching.complete(3 + 1);
    final double[][] edges = Questionnaire.edges(graph, new Random(1));
    for (int q = 0; q < QUESTIONS; q++) {
      final double direct = edges[1][q]; // 0 with 2
      final double around = edges[0][q] + edges[3][q]; // 0 with 1, 1 with 2
      assertThat(direct).isLessThanOrEqualTo(around);
      assertThat((around - direct) % 2).isZero();
    }
  }
}
