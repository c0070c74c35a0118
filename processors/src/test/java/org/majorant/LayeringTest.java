package org.majorant;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The arrows between the rooms run one way. */
@AnalyzeClasses(packages = "org.majorant", importOptions = DoNotIncludeTests.class)
class LayeringTest {
  @ArchTest
  static final ArchRule MATHEMATICS_AND_LEARNING_ARE_FREE_OF_KAFKA =
      noClasses()
          .that()
          .resideInAnyPackage(
              "org.majorant.bound..",
              "org.majorant.learn..",
              "org.majorant.solve..",
              "org.majorant.train..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.apache.kafka..", "org.majorant.store..", "org.majorant.stream..");

  /** Except inference on clique trees, which stands alone too. */
  @ArchTest
  static final ArchRule BOUNDS_KNOW_NOTHING_OF_US =
      noClasses()
          .that()
          .resideInAPackage("org.majorant.bound..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.majorant.schema..", "org.majorant.model..", "org.majorant.learn..");

  @ArchTest
  static final ArchRule SOLVERS_KNOW_NOTHING_OF_US =
      noClasses()
          .that()
          .resideInAPackage("org.majorant.solve..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.majorant.schema..",
              "org.majorant.model..",
              "org.majorant.bound..",
              "org.majorant.learn..");

  /** LAPACK's error handler ends the process: its callers check their arguments, in one room. */
  @ArchTest
  static final ArchRule ONLY_ONE_ROOM_CALLS_LAPACK =
      noClasses()
          .that()
          .resideOutsideOfPackage("org.majorant.matrix..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.netlib..");

  @ArchTest
  static final ArchRule NOTHING_HERE_KNOWS_HOW_IT_IS_RUN =
      noClasses().should().dependOnClassesThat().resideInAPackage("org.majorant.ops..");
}
