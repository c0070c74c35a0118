package org.majorant.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SuccessionTest {
  private static final long FORGED = 1L << 50;

  private static long newest(final Succession numbers, final long... read) {
    return LongStream.of(read).boxed().reduce(numbers, Succession::with, (a, b) -> b).newest();
  }

  @Test
  void greatest_isTheNewest() {
    assertThat(newest(Succession.NONE, 7, 8, 12)).isEqualTo(12);
    assertThat(newest(Succession.NONE, 7, 8, 12, 9)).isEqualTo(12);
    assertThat(newest(Succession.NONE, FORGED, Long.MAX_VALUE - 1)).isEqualTo(Long.MAX_VALUE - 1);
  }

  @Test
  void forgedNumber_isLeft_whenTwoInSuccessionFollow() {
    assertThat(newest(Succession.NONE, 11, 12, FORGED, 13)).isEqualTo(FORGED);
    assertThat(newest(Succession.NONE, 11, 12, FORGED, 13, 14)).isEqualTo(14);
    assertThat(newest(Succession.NONE, Long.MAX_VALUE, 13, 14, 15)).isEqualTo(15);
  }

  @Test
  void topicThatIsReadAgain_endsAtTheSameNumber() {
    assertThat(newest(Succession.NONE, 1, 2, 3, 1, 2, 3)).isEqualTo(3);
  }

  /** A jump beyond what is known needs one that follows it. */
  @Test
  void readerThatKnows_believesTheNextNumber_andNoGreaterOne() {
    assertThat(newest(Succession.after(12), 11, 12, FORGED)).isEqualTo(12);
    assertThat(newest(Succession.after(12), 11, 12, FORGED, 13)).isEqualTo(13);
    assertThat(newest(Succession.after(12), 11, FORGED)).isEqualTo(11);
    assertThat(newest(Succession.after(12), FORGED)).isEqualTo(Long.MIN_VALUE);
    assertThat(newest(Succession.after(12), 18, 19)).isEqualTo(19);
  }
}
