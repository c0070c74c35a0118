package org.majorant.demo.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class TemporaryDirectoryTest {
  private final AtomicReference<Path> used = new AtomicReference<>();

  @Test
  void directory_ofWorkThatEndedWell_isGone() throws Exception {
    final int result =
        TemporaryDirectory.use(
            dir -> {
              used.set(dir);
              Files.writeString(Files.createDirectories(dir.resolve("a/b")).resolve("c"), "c");
              return 7;
            });
    assertThat(result).isEqualTo(7);
    assertThat(used.get()).doesNotExist();
  }

  @Test
  void directory_ofWorkThatFailed_staysWithItsLogs() throws Exception {
    assertThatThrownBy(
            () ->
                TemporaryDirectory.use(
                    dir -> {
                      used.set(dir);
                      throw new IllegalStateException("no");
                    }))
        .hasMessage("no");
    assertThat(used.get()).isDirectory();
    Files.delete(used.get());
  }
}
