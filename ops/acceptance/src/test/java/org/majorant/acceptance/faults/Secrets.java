package org.majorant.acceptance.faults;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The search for what nobody may be told. It knows each secret as it is written, and as it looks
 * within Base64, where an {@code Authorization} header has it behind a user's name: three bytes
 * become four characters, so what a secret becomes depends on where in such three it begins.
 *
 * @param forms all that is searched for
 */
record Secrets(List<String> forms) {
  /** The least of a line that identifies it: shorter ones may stand anywhere by chance. */
  private static final int LEAST = 10;

  /**
   * @param keys files whose lines are secret, in PEM
   * @param words passwords and tokens
   */
  static Secrets of(final List<Path> keys, final String... words) throws IOException {
    final List<String> forms = new ArrayList<>();
    for (final Path key : keys) {
      for (final String line : Files.readAllLines(key)) {
        if (!line.startsWith("--") && line.length() >= LEAST) {
          forms.add(line);
        }
      }
    }
    for (final String word : words) {
      forms.add(word);
      encoded(word).forEach(forms::add);
    }
    return new Secrets(List.copyOf(forms));
  }

  /** The characters of Base64 that depend on the word alone, wherever it begins. */
  private static Stream<String> encoded(final String word) {
    return IntStream.range(0, 3)
        .mapToObj(
            before -> {
              final byte[] bytes = ("x".repeat(before) + word).getBytes(StandardCharsets.UTF_8);
              final String text = Base64.getEncoder().withoutPadding().encodeToString(bytes);
              return text.substring((8 * before + 5) / 6, 8 * bytes.length / 6);
            });
  }

  /** The lines of a text that have one. */
  List<String> in(final String text) {
    return text.lines().filter(line -> forms.stream().anyMatch(line::contains)).toList();
  }
}
