package org.majorant.acceptance.honesty;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.majorant.acceptance.honesty.Mutant.Killer;
import org.majorant.acceptance.honesty.MutantBuild.Outcome;

/**
 * Each mutant must be found by the tests that it names: by an assertion that fails, in a build that
 * compiles, and whose other tests pass. Without a mutant all of them must pass.
 */
@Tag("honesty")
class SuiteHonesty {
  private static final MutantBuild BUILD = new MutantBuild(Path.of("target/honesty"));

  @BeforeAll
  static void copy_withoutAMutant_passes() throws Exception {
    BUILD.copySources();
    final List<Killer> killers =
        Arrays.stream(Mutant.values())
            .flatMap(mutant -> mutant.killers().stream())
            .filter(killer -> !killer.isIntegrationTest()) // `mvn verify` runs these
            .toList();
    final Map<Killer, List<Outcome>> outcomes = BUILD.test(killers);
    assertThat(killers)
        .allSatisfy(killer -> assertThat(outcomes.get(killer)).containsOnly(Outcome.PASSED));
  }

  @ParameterizedTest
  @EnumSource
  void mutant_isFound(final Mutant mutant) throws Exception {
    final List<Killer> killers = mutant.killers();
    BUILD.mutate(mutant);
    final Map<Killer, List<Outcome>> outcomes = BUILD.test(killers);
    assertThat(killers)
        .allSatisfy(killer -> assertThat(outcomes.get(killer)).contains(Outcome.FAILED));
    assertThat(outcomes.values()).as("other tests").anyMatch(List.of(Outcome.PASSED)::equals);
  }
}
