package org.majorant.schema;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "org.majorant", importOptions = DoNotIncludeTests.class)
class LayeringTest {
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
