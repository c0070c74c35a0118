package org.majorant;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.stream.Stream;

/**
 * Think hard about the layering before you change a rule here: {@code {{clique, matching, cross} <-
 * features, template <- row <- event} <- {spec, json, likelihood} <- model <- {store, served}}, and
 * the schemas below all but the first two.
 */
@AnalyzeClasses(packages = "org.majorant", importOptions = ImportOption.DoNotIncludeTests.class)
final class LayeringTest {
  /** Inference needs the JDK alone, but for the best matching of a graph without sides. */
  @ArchTest
  static final ArchRule cliques_stand_alone =
      classes()
          .that()
          .resideInAPackage("org.majorant.clique..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("org.majorant.clique..", "java..");

  @ArchTest
  static final ArchRule matchings_stand_alone =
      classes()
          .that()
          .resideInAPackage("org.majorant.matching..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("org.majorant.matching..", "org.jgrapht..", "java..");

  /** A service that predicts has this library for one algorithm; nothing else comes to need it. */
  @ArchTest
  static final ArchRule only_matchings_know_jgrapht =
      noClasses()
          .that()
          .resideInAPackage("org.majorant..")
          .and()
          .doNotHaveFullyQualifiedName("org.majorant.matching.BlossomMatching")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.jgrapht..");

  @ArchTest
  static final ArchRule features_use_cliques_matchings_crosses_and_slices =
      uses("features", "clique", "matching", "cross", "slice");

  @ArchTest static final ArchRule crosses_use_schemas = uses("cross");

  @ArchTest static final ArchRule slices_use_crosses = uses("slice", "cross");

  @ArchTest static final ArchRule templates_use_schemas = uses("template");

  @ArchTest static final ArchRule rows_use_templates = uses("row", "template");

  @ArchTest static final ArchRule events_use_rows = uses("event", "row");

  @ArchTest
  static final ArchRule specs_use_features_and_templates =
      uses("spec", "cross", "features", "row", "slice", "template");

  @ArchTest
  static final ArchRule growth_uses_specs_and_features = uses("growth", "features", "spec");

  @ArchTest
  static final ArchRule json_uses_templates_and_rows = uses("json", "event", "row", "template");

  @ArchTest
  static final ArchRule likelihoods_use_features =
      uses("likelihood", "clique", "matching", "features");

  @ArchTest
  static final ArchRule models_use_specs_and_likelihoods =
      uses("model", "clique", "matching", "features", "likelihood", "spec", "json");

  @ArchTest
  static final ArchRule stores_use_models =
      uses("store", "clique", "features", "spec", "json", "model");

  @ArchTest static final ArchRule logs_of_answers_use_models = uses("served", "model");

  @ArchTest
  static final ArchRule rooms_have_no_cycles =
      slices().matching("org.majorant.(*)..").should().beFreeOfCycles();

  /** Everything that a model is and does runs wherever there is a JVM; others move it. */
  @ArchTest
  static final ArchRule only_the_store_and_the_log_of_answers_know_kafka =
      noClasses()
          .that()
          .resideInAPackage("org.majorant..")
          .and()
          .resideOutsideOfPackages(
              "org.majorant.store..", "org.majorant.served..", "org.majorant.schema..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.kafka..");

  /** Of all that is ours, a room uses itself, the schemas and these rooms. */
  private static ArchRule uses(final String room, final String... rooms) {
    final String[] allowed =
        Stream.concat(Stream.of(room, "schema"), Stream.of(rooms))
            .map(each -> "org.majorant." + each + "..")
            .toArray(String[]::new);
    return classes()
        .that()
        .resideInAPackage("org.majorant." + room + "..")
        .should()
        .onlyDependOnClassesThat(
            resideOutsideOfPackage("org.majorant..").or(resideInAnyPackage(allowed)));
  }
}
