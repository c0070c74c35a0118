package org.majorant;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Think hard about the layering before you change a rule here. */
@AnalyzeClasses(packages = "org.majorant", importOptions = ImportOption.DoNotIncludeTests.class)
final class LayeringTest {
  /** The mathematics of a model runs wherever there is a JVM. */
  @ArchTest
  static final ArchRule model_knows_no_kafka =
      noClasses()
          .that()
          .resideInAPackage("org.majorant.model..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.kafka..", "org.majorant.store..");

  /** Inference needs the JDK alone. */
  @ArchTest
  static final ArchRule cliques_stand_alone =
      classes()
          .that()
          .resideInAPackage("org.majorant.clique..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("org.majorant.clique..", "java..");

  /** A service that predicts needs this module and the schemas, nothing that learns. */
  @ArchTest
  static final ArchRule module_uses_schemas_alone =
      classes()
          .that()
          .resideInAnyPackage("org.majorant.model..", "org.majorant.store..")
          .should()
          .onlyDependOnClassesThat(
              resideOutsideOfPackage("org.majorant..")
                  .or(
                      resideInAnyPackage(
                          "org.majorant.schema..",
                          "org.majorant.clique..",
                          "org.majorant.model..",
                          "org.majorant.store..")));
}
