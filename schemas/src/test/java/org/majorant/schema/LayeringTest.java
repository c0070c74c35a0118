package org.majorant.schema;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.regex.Pattern;

@AnalyzeClasses(
    packages = "org.majorant",
    importOptions = {DoNotIncludeTests.class, LayeringTest.NothingAbove.class})
class LayeringTest {
  /** What is above this module may be on the classpath, too, and is not this module's to judge. */
  static final class NothingAbove implements ImportOption {
    @Override
    public boolean includes(final Location location) {
      return !location.matches(Pattern.compile(".*/(model-store|processors|ops)/target/.*"));
    }
  }

  @ArchTest
  static final ArchRule onePackage = classes().should().resideInAPackage("org.majorant.schema");

  @ArchTest
  static final ArchRule dependsOnNothingElseOfOurs =
      noClasses()
          .should()
          .dependOnClassesThat(
              resideInAPackage("org.majorant..")
                  .and(resideOutsideOfPackage("org.majorant.schema")));
}
