package org.majorant;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/**
 * The arrows between the rooms run one way, {@code matrix <- {bound, solve} <- {decay, prior} <-
 * {memory, tally} <- merge <- learn <- lineage <- {summarize, majorize} <- stream}, with the log,
 * the challenge, the replay and the files beside. Think hard about the layering before you change a
 * rule here.
 */
@AnalyzeClasses(packages = "org.majorant", importOptions = DoNotIncludeTests.class)
class LayeringTest {
  /** Each room with those that it may know; a new room has to find its place among them. */
  @ArchTest
  static final ArchRule ROOMS_KNOW_ONLY_THOSE_BELOW_THEM =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("matrix")
          .definedBy("org.majorant.matrix..")
          .layer("bound")
          .definedBy("org.majorant.bound..")
          .layer("solve")
          .definedBy("org.majorant.solve..")
          .layer("decay")
          .definedBy("org.majorant.decay..")
          .layer("prior")
          .definedBy("org.majorant.prior..")
          .layer("memory")
          .definedBy("org.majorant.memory..")
          .layer("train")
          .definedBy("org.majorant.train..")
          .layer("merge")
          .definedBy("org.majorant.merge..")
          .layer("tally")
          .definedBy("org.majorant.tally..")
          .layer("challenge")
          .definedBy("org.majorant.challenge..")
          .layer("learn")
          .definedBy("org.majorant.learn..")
          .layer("file")
          .definedBy("org.majorant.file")
          .layer("file.kind")
          .definedBy("org.majorant.file.kind..")
          .layer("file.record")
          .definedBy("org.majorant.file.record..")
          .layer("file.spec")
          .definedBy("org.majorant.file.spec..")
          .layer("file.evaluate")
          .definedBy("org.majorant.file.evaluate..")
          .layer("file.train")
          .definedBy("org.majorant.file.train..")
          .layer("log")
          .definedBy("org.majorant.log..")
          .layer("lineage")
          .definedBy("org.majorant.lineage..")
          .layer("majorize")
          .definedBy("org.majorant.majorize..")
          .layer("summarize")
          .definedBy("org.majorant.summarize..")
          .layer("input")
          .definedBy("org.majorant.input..")
          .layer("replay")
          .definedBy("org.majorant.replay..")
          .layer("trace")
          .definedBy("org.majorant.trace..")
          .layer("join")
          .definedBy("org.majorant.join..")
          .layer("fleet")
          .definedBy("org.majorant.fleet..")
          .layer("stream")
          .definedBy("org.majorant.stream..")
          .whereLayer("matrix")
          .mayNotAccessAnyLayer()
          .whereLayer("bound")
          .mayOnlyAccessLayers("matrix")
          .whereLayer("solve")
          .mayOnlyAccessLayers("matrix")
          .whereLayer("decay")
          .mayNotAccessAnyLayer()
          .whereLayer("prior")
          .mayOnlyAccessLayers("solve")
          .whereLayer("memory")
          .mayOnlyAccessLayers("matrix", "bound", "solve", "decay", "prior")
          .whereLayer("train")
          .mayOnlyAccessLayers("matrix", "bound", "solve")
          .whereLayer("merge")
          .mayOnlyAccessLayers("decay", "prior", "memory", "tally")
          .whereLayer("tally")
          .mayNotAccessAnyLayer()
          .whereLayer("challenge")
          .mayOnlyAccessLayers("tally")
          .whereLayer("learn")
          .mayOnlyAccessLayers("bound", "decay", "prior", "memory", "merge", "tally")
          .whereLayer("file.kind")
          .mayNotAccessAnyLayer()
          .whereLayer("file.record")
          .mayNotAccessAnyLayer()
          .whereLayer("file")
          .mayOnlyAccessLayers("file.kind", "file.record")
          .whereLayer("file.spec")
          .mayOnlyAccessLayers("file", "file.kind", "join")
          .whereLayer("file.evaluate")
          .mayOnlyAccessLayers("file", "memory", "merge", "tally", "learn")
          .whereLayer("file.train")
          .mayOnlyAccessLayers("file", "file.evaluate", "solve", "prior", "memory", "train")
          .whereLayer("log")
          .mayNotAccessAnyLayer()
          .whereLayer("lineage")
          .mayOnlyAccessLayers("memory", "merge", "tally", "learn")
          .whereLayer("majorize")
          .mayOnlyAccessLayers("memory", "merge", "tally", "challenge", "learn", "lineage")
          .whereLayer("summarize")
          .mayOnlyAccessLayers("tally", "challenge", "learn", "log", "lineage")
          .whereLayer("input")
          .mayOnlyAccessLayers("log")
          .whereLayer("replay")
          .mayOnlyAccessLayers("memory", "merge", "log", "input", "majorize")
          .whereLayer("trace")
          .mayNotAccessAnyLayer()
          .whereLayer("join")
          .mayNotAccessAnyLayer()
          .whereLayer("fleet")
          .mayOnlyAccessLayers("log")
          .whereLayer("stream")
          .mayOnlyAccessLayers(
              "fleet",
              "join",
              "prior",
              "memory",
              "merge",
              "tally",
              "challenge",
              "learn",
              "log",
              "input",
              "lineage",
              "majorize",
              "summarize",
              "trace")
          .ensureAllClassesAreContainedInArchitectureIgnoring(
              "org.majorant.schema..",
              "org.majorant.clique..",
              "org.majorant.matching..",
              "org.majorant.cross..",
              "org.majorant.slice..",
              "org.majorant.growth..",
              "org.majorant.features..",
              "org.majorant.likelihood..",
              "org.majorant.template..",
              "org.majorant.row..",
              "org.majorant.event..",
              "org.majorant.spec..",
              "org.majorant.json..",
              "org.majorant.model..",
              "org.majorant.served..",
              "org.majorant.store..");

  @ArchTest
  static final ArchRule ROOMS_HAVE_NO_CYCLES =
      slices().matching("org.majorant.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule ROOMS_OF_FILES_HAVE_NO_CYCLES =
      slices().matching("org.majorant.file.(*)..").should().beFreeOfCycles();

  /** Inference on clique trees stands alone, too. */
  @ArchTest
  static final ArchRule MATHEMATICS_KNOWS_NOTHING_OF_MODELS =
      classes()
          .that()
          .resideInAnyPackage(
              "org.majorant.matrix..", "org.majorant.bound..", "org.majorant.solve..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "org.ejml..",
              "org.majorant.matrix..",
              "org.majorant.bound..",
              "org.majorant.solve..",
              "org.majorant.clique..");

  /** What is learned from a stream can be learned from a file. */
  @ArchTest
  static final ArchRule ONLY_THE_STREAM_KNOWS_KAFKA =
      noClasses()
          .that()
          .resideInAnyPackage(
              "org.majorant.memory..",
              "org.majorant.merge..",
              "org.majorant.learn..",
              "org.majorant.train..",
              "org.majorant.file..",
              "org.majorant.join..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.kafka..");

  /** The same summaries give the same bases without a topology, too. */
  @ArchTest
  static final ArchRule ONLY_THE_STREAM_KNOWS_KAFKA_STREAMS =
      noClasses()
          .that()
          .resideOutsideOfPackage("org.majorant.stream..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.kafka.streams..");

  /** Versions are kept by those who make one. */
  @ArchTest
  static final ArchRule LEARNING_KNOWS_NO_STORE =
      noClasses()
          .that()
          .resideInAnyPackage(
              "org.majorant.memory..",
              "org.majorant.merge..",
              "org.majorant.learn..",
              "org.majorant.train..",
              "org.majorant.file",
              "org.majorant.file.evaluate..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.majorant.store..");

  /** Matrices are arrays; another library of linear algebra would change one room. */
  @ArchTest
  static final ArchRule ONLY_ONE_ROOM_CALLS_EJML =
      noClasses()
          .that()
          .resideOutsideOfPackage("org.majorant.matrix..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.ejml..");

  @ArchTest
  static final ArchRule NOTHING_HERE_KNOWS_HOW_IT_IS_RUN =
      noClasses().should().dependOnClassesThat().resideInAPackage("org.majorant.ops..");
}
