package org.majorant.acceptance;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Think hard about the layering before you change a rule here. */
@AnalyzeClasses(packages = "org.majorant", importOptions = MainClasses.class)
class LayeringTest {
  /** Commands use the rooms that do the work, and no room knows the commands. */
  @ArchTest
  static final ArchRule COMMANDS_OVER_ROOMS_OVER_WHAT_ALL_SHARE =
      layeredArchitecture()
          .consideringOnlyDependenciesInAnyPackage("org.majorant.ops..")
          .layer("program")
          .definedBy("org.majorant.ops")
          .layer("commands")
          .definedBy("org.majorant.ops.cli..")
          .layer("rooms")
          .definedBy(
              "org.majorant.ops.options..",
              "org.majorant.ops.http..",
              "org.majorant.ops.doctor..",
              "org.majorant.ops.onnx..")
          .layer("shared")
          .definedBy(
              "org.majorant.ops.read..",
              "org.majorant.ops.operate..",
              "org.majorant.ops.deadletters..",
              "org.majorant.ops.lineage..",
              "org.majorant.ops.terminal..")
          .ensureAllClassesAreContainedInArchitectureIgnoring(
              resideOutsideOfPackage("org.majorant.ops.."))
          .whereLayer("program")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("commands")
          .mayOnlyBeAccessedByLayers("program")
          .whereLayer("rooms")
          .mayOnlyBeAccessedByLayers("commands")
          .whereLayer("shared")
          .mayOnlyBeAccessedByLayers("commands", "rooms");

  /** What ships knows nothing of the demo, and neither knows the research. */
  @ArchTest
  static final ArchRule SHIPPED_BELOW_DEMO_BELOW_RESEARCH =
      layeredArchitecture()
          .consideringOnlyDependenciesInAnyPackage("org.majorant..")
          .layer("demo")
          .definedBy("org.majorant.demo..")
          .layer("research")
          .definedBy("org.majorant.research..")
          .whereLayer("demo")
          .mayOnlyBeAccessedByLayers("research")
          .whereLayer("research")
          .mayNotBeAccessedByAnyLayer();

  /** What uses one another in a circle is one room. */
  @ArchTest
  static final ArchRule NO_CYCLES =
      slices().matching("org.majorant.ops.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule NO_CYCLES_IN_RESEARCH =
      slices().matching("org.majorant.research.(*)..").should().beFreeOfCycles();

  /** A broker serves anybody: it knows no model and no command. */
  @ArchTest
  static final ArchRule BROKER_KNOWS_ONLY_WHAT_COMMANDS_SHARE =
      noClasses()
          .that()
          .resideInAPackage("org.majorant.demo.broker..")
          .should()
          .dependOnClassesThat(
              resideInAPackage("org.majorant..")
                  .and(
                      resideOutsideOfPackages(
                          "org.majorant.demo.broker..",
                          "org.majorant.ops.doctor..",
                          "org.majorant.ops.terminal..")));

  /** Kafka's server is no part of what ships. */
  @ArchTest
  static final ArchRule SERVER_IS_THE_BROKERS =
      noClasses()
          .that()
          .resideOutsideOfPackage("org.majorant.demo.broker..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "kafka..", "org.apache.kafka.server..", "org.apache.kafka.metadata..");

  /** How a kind of curvature keeps what is known is its own: neighbours name these alone. */
  @ArchTest
  static final ArchRule MEMORY_IS_NAMED_BY_FIVE_CLASSES =
      classes()
          .that()
          .resideInAPackage("org.majorant.memory..")
          .and()
          .arePublic()
          .and()
          .areTopLevelClasses()
          .should()
          .haveNameMatching(".*\\.(Memory|PagedState|Site|SiteCodec|Surrogate)");

  /** What is printed and what the paper computed need no broker, and run without one. */
  @ArchTest
  static final ArchRule TERMINAL_AND_REPRODUCTION_ARE_FREE_OF_KAFKA =
      noClasses()
          .that()
          .resideInAnyPackage("org.majorant.ops.terminal..", "org.majorant.research.reproduce..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.apache.kafka..", "org.majorant.stream..", "org.majorant.store..");
}
