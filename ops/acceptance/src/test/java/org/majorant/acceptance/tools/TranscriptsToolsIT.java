package org.majorant.acceptance.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.majorant.acceptance.Jvm;
import org.majorant.acceptance.docs.Transcript;
import org.majorant.ops.Majorant;

/** The demo prints what README shows of it. */
@Tag("tools")
class TranscriptsToolsIT {
  /** The pace decides how much workers know of one another when they score an example. */
  private static final double TOLERANCE = 0.02;

  @Test
  void demo_ofTheReadme_printsWhatIsShown() throws Exception {
    final Transcript demo =
        Transcript.of(Shipped.ROOT.resolve("README.md")).stream()
            .filter(each -> each.command().startsWith("demo "))
            .findFirst()
            .orElseThrow();

    withoutBar(demo).requireLike(run(demo.command()), TOLERANCE);
  }

  /** The bar and its heading are for terminals only. */
  private static Transcript withoutBar(final Transcript demo) {
    final List<String> lines = new ArrayList<>(demo.shown());
    lines.removeIf(line -> line.startsWith("[==") || line.contains(" learned  "));
    assertThat(lines).hasSize(demo.shown().size() - 2);
    return new Transcript(demo.command(), demo.files(), lines);
  }

  private static String run(final String arguments) throws Exception {
    final Process process =
        Jvm.command(
                Jvm.shortLived("-Dmajorant.home=."),
                Majorant.class.getName(),
                arguments.split("\\s+"))
            .directory(Shipped.ROOT.toFile())
            .redirectErrorStream(true)
            .start();
    try (InputStream printed = process.getInputStream()) {
      final String text = new String(printed.readAllBytes(), UTF_8);
      assertThat(process.waitFor()).as(text).isZero();
      return text;
    }
  }
}
