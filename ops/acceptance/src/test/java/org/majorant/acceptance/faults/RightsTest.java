package org.majorant.acceptance.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Rights on the page that are given by a prefix reach nothing that is another principal's, whatever
 * a model is called.
 */
class RightsTest {
  /** The model of the page. */
  private static final String MODEL = "adult";

  @ParameterizedTest
  @ValueSource(
      strings = {"models", "dead", "dead-letters", "publish", "publish-it", "delete", "delete-it"})
  void rightsToAModel_areToNothingElse(final String model) throws IOException {
    final List<ResourcePattern> own =
        patterns()
            .filter(RightsTest::isOfAModel)
            .map(of -> with(of, of.name().replace(MODEL, model)))
            .toList();
    final List<ResourcePattern> others =
        patterns().filter(pattern -> !isOfAModel(pattern) && !isOfAll(pattern)).toList();
    assertThat(own).extracting(ResourcePattern::resourceType).contains(ResourceType.GROUP);
    assertThat(own).allSatisfy(one -> assertThat(others).noneMatch(other -> meet(one, other)));
  }

  /** One exception is on the page: transactional ids have a dash behind the name. */
  @ParameterizedTest
  @ValueSource(strings = {"adult2", "adult-2", "adult.2", "adult_2"})
  void rightsToAModel_areToNoOtherModel(final String other) throws IOException {
    final List<ResourcePattern> own = patterns().filter(RightsTest::isOfAModel).toList();
    final List<ResourcePattern> both =
        own.stream()
            .filter(
                one ->
                    own.stream()
                        .map(of -> with(of, of.name().replace(MODEL, other)))
                        .anyMatch(of -> meet(one, of)))
            .toList();
    assertThat(both)
        .allMatch(one -> one.resourceType() == ResourceType.TRANSACTIONAL_ID)
        .hasSize(other.equals("adult-2") ? 1 : 0);
  }

  private static Stream<ResourcePattern> patterns() throws IOException {
    return Rights.onPage("User:anybody").values().stream()
        .flatMap(Collection::stream)
        .map(AclBinding::pattern)
        .distinct();
  }

  private static boolean isOfAModel(final ResourcePattern pattern) {
    return pattern.name().contains(MODEL);
  }

  /** Those who create and examine all topics mean all. */
  private static boolean isOfAll(final ResourcePattern pattern) {
    return List.of("*", "majorant-").contains(pattern.name());
  }

  private static ResourcePattern with(final ResourcePattern pattern, final String name) {
    return new ResourcePattern(pattern.resourceType(), name, pattern.patternType());
  }

  /** Whether something may have a name that both cover. */
  private static boolean meet(final ResourcePattern a, final ResourcePattern b) {
    return a.resourceType() == b.resourceType() && (covers(a, b) || covers(b, a));
  }

  private static boolean covers(final ResourcePattern a, final ResourcePattern b) {
    return a.patternType() == PatternType.PREFIXED
        ? b.name().startsWith(a.name())
        : a.name().equals(b.name());
  }
}
