package org.majorant.ops;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The rooms of this module: commands use them, they do not know the commands. */
@AnalyzeClasses(packages = "org.majorant", importOptions = DoNotIncludeTests.class)
class LayeringTest {
  @ArchTest
  static final ArchRule ROOMS_DO_NOT_KNOW_THE_COMMANDS =
      noClasses()
          .that()
          .resideInAnyPackage(
              "org.majorant.ops.broker..",
              "org.majorant.ops.data..",
              "org.majorant.ops.demo..",
              "org.majorant.ops.doctor..",
              "org.majorant.ops.evaluate..",
              "org.majorant.ops.http..",
              "org.majorant.ops.reproduce..",
              "org.majorant.ops.train..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.majorant.ops.cli..");

  @ArchTest
  static final ArchRule FILES_AND_EVALUATION_ARE_FREE_OF_KAFKA =
      noClasses()
          .that()
          .resideInAnyPackage(
              "org.majorant.ops.data..",
              "org.majorant.ops.evaluate..",
              "org.majorant.ops.reproduce..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.apache.kafka..", "org.majorant.stream..", "org.majorant.store..");
}
