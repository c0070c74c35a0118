package org.majorant.acceptance.demo;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.demo.DemoStream;

/**
 * The same on more partitions, whose workers know one another by the bases alone, and the streams
 * whose examples are generated.
 */
@Tag("soak")
class DemoSoak {
  @TempDir private Path dir;

  @Test
  void adult_is_learned_to_the_last_example_and_served() throws Exception {
    ReplayedDemo.adult(16, 0.36, dir);
  }

  @Test
  void wikigold_is_learned_to_the_last_sentence() throws Exception {
    ReplayedDemo.wikigold(4, 0.85, 0.3, dir);
  }

  @Test
  void pairs_are_learned_to_the_last_one_and_drawn() throws Exception {
    ReplayedDemo.generated(DemoStream.MATCHING, 2, 300, 0.08, 0.85, dir);
  }

  @Test
  void images_are_learned_to_the_last_one_and_drawn() throws Exception {
    ReplayedDemo.generated(DemoStream.SEGMENTATION, 2, 100, 0.24, 0.06, dir);
  }

  @Test
  void clicks_areLearnedAsTheyWereAnswered() throws Exception {
    ReplayedDemo.clicks(10_000, 200, dir);
  }
}
