package org.majorant.acceptance.demo;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** As a new user starts it. */
class DemoIT {
  @TempDir private Path dir;

  @Test
  void adult_is_learned_to_the_last_example_and_served() throws Exception {
    ReplayedDemo.adult(4, 0.35, dir);
  }

  @Test
  void wikigold_is_learned_to_the_last_sentence() throws Exception {
    ReplayedDemo.wikigold(1, 0.91, 0.52, dir);
  }
}
