package org.majorant.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ModelPatternsTest {
  @Test
  void anyPattern_matchesWhatItsRegularExpressionDoes() {
    for (int seed = 0; seed < 5000; seed++) {
      final Random random = new Random(seed);
      final String glob = draw(random, "ab.*?", 1 + random.nextInt(6));
      final String name = draw(random, "ab.", 1 + random.nextInt(6));
      final String regex = glob.replace(".", "\\.").replace("*", ".*").replace("?", ".");

      assertThat(new ModelPatterns(List.of(glob)).matches(name))
          .as("%s on %s, seed %d", glob, name, seed)
          .isEqualTo(Pattern.matches(regex, name));
    }
  }

  @Test
  void manyStars_takeNoLongerThanTheirLength() {
    final String glob = "*a".repeat(49) + "*b";

    assertThat(new ModelPatterns(List.of(glob)).matches("a".repeat(100))).isFalse();
  }

  @Test
  void severalPatterns_matchWhatOneOfThemDoes() {
    final ModelPatterns patterns = new ModelPatterns(List.of("fraud-*", "adult", "adult"));

    assertThat(patterns.matches("fraud-9")).isTrue();
    assertThat(patterns.matches("adult")).isTrue();
    assertThat(patterns.matches("adults")).isFalse();
    assertThat(patterns).hasToString("fraud-*,adult");
  }

  @Test
  void patternThatMatchesNoName_isRefused() {
    assertThatThrownBy(() -> new ModelPatterns(List.of("Fraud [ab]")))
        .isInstanceOf(FleetException.class)
        .hasMessage(
            "'Fraud [ab]' cannot match a model: a pattern has lower-case letters, digits, '.', '_',"
                + " '-', '*' and '?'");
    assertThatThrownBy(() -> new ModelPatterns(List.of())).isInstanceOf(FleetException.class);
  }

  private static String draw(final Random random, final String letters, final int length) {
    return random
        .ints(length, 0, letters.length())
        .mapToObj(i -> letters.substring(i, i + 1))
        .reduce("", String::concat);
  }
}
