package org.majorant.ops.cli.models;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.majorant.fleet.Specs;
import org.majorant.fleet.SpecsTable;
import org.majorant.growth.SpecHistory;
import org.majorant.log.AtomicWrite;
import org.majorant.ops.operate.Beginning;
import org.majorant.ops.operate.FirstOffsets;
import org.majorant.ops.operate.GrownSpec;
import org.majorant.ops.operate.SpecChanges;
import org.majorant.ops.options.AppliedModels;
import org.majorant.ops.options.BeginOptions;
import org.majorant.ops.options.SpecFiles;
import org.majorant.ops.options.Usage;
import org.majorant.ops.read.AppliedLine;
import org.majorant.ops.read.PublishedModels;
import org.majorant.ops.terminal.Json;
import org.majorant.schema.AppliedSpec;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.Fingerprint;
import org.majorant.store.Topics;
import org.majorant.store.VersionStore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command by which fleets learn models, or learn them by other specs. */
@Command(
    name = "apply",
    description = {
      "Have a fleet learn models by these specs.",
      "A model that is new begins within seconds in the fleet whose patterns match its name. A model"
          + " that a fleet learns already takes a changed spec as the next version of its spec, if what"
          + " it has learned has its place there: labels, columns, features and views may be more."
          + " Either all files are applied, or none of them."
    },
    footer = {
      "  ops/majorant models apply ops/data/adult/adult.yaml",
      "  ops/majorant models apply fraud-1.yaml fraud-2.yaml --from 30d",
      "  ops/majorant models apply adult-2.yaml --as-challenger",
    })
final class ModelsApplyCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private AppliedModels models;

  @Parameters(paramLabel = "FILE", arity = "1..*", description = "Specs of models (YAML).")
  private List<Path> files;

  @Option(
      names = "--as-challenger",
      description =
          "Learn each spec beside the model of its name, as NAME-challenger, and compare the two.")
  private boolean asChallenger;

  @Mixin private BeginOptions begin;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  private ModelsApplyCommand() {}

  @Override
  public Integer call() throws ExecutionException, InterruptedException {
    begin.requirePast();
    final Map<String, ModelSpec> wanted = read();
    Usage.require(
        command,
        !begin.isAfterFile() || wanted.size() == 1,
        "--after is for one model: apply the others without it");
    try (Specs specs = models.open()) {
      requireTopics(wanted);
      final Map<String, ModelHead> published = published(wanted.keySet());
      final Map<String, Beginning> beginnings = beginnings(specs.read(), wanted, published);
      final Map<String, String> news = new HashMap<>();
      final List<AppliedSpec> after = new ArrayList<>();
      specs.write(
          before -> {
            news.clear();
            after.clear();
            requireDuels(before, wanted);
            wanted.values().stream()
                .map(spec -> apply(before, spec, published.get(spec.getModel()), news))
                .forEach(after::add);
            return begin(before, after, beginnings, news);
          });
      wanted.keySet().stream()
          .filter(model -> !beginnings.containsKey(model))
          .forEach(begin::tellBegun);
      final Map<String, String> learners = specs.learners(specs.read());
      print(after.stream().map(a -> AppliedLine.of(a, learners.get(a.getModel()))).toList(), news);
    }
    return 0;
  }

  /** By model, of those that have learned nothing yet. */
  private Map<String, Beginning> beginnings(
      final SpecsTable now,
      final Map<String, ModelSpec> wanted,
      final Map<String, ModelHead> published)
      throws ExecutionException, InterruptedException {
    final Map<String, Beginning> beginnings = new HashMap<>();
    try (Admin admin = models.connection().connect()) {
      for (final ModelSpec spec : begin.areGiven() ? wanted.values() : List.<ModelSpec>of()) {
        final String model = spec.getModel();
        final FirstOffsets offsets = new FirstOffsets(admin, spec);
        final ModelHead newest = published.get(model);
        final boolean learned = newest != null && !newest.getLineage().isEmpty();
        if (now.applied(model).isEmpty() && !learned && !offsets.isBegun()) {
          beginnings.put(model, begin.of(spec, offsets));
        }
      }
    }
    return beginnings;
  }

  /** What is new, and where that begins. */
  private static AtomicWrite begin(
      final SpecsTable before,
      final List<AppliedSpec> after,
      final Map<String, Beginning> beginnings,
      final Map<String, String> news) {
    AtomicWrite all = AtomicWrite.of(Specs.news(before, after));
    for (final AppliedSpec each : after) {
      final Beginning beginning = beginnings.get(each.getModel());
      if (beginning != null && before.applied(each.getModel()).isEmpty()) {
        all = all.and(beginning.write());
        news.put(each.getModel(), "it begins with " + beginning.where());
      }
    }
    return all;
  }

  /** What is applied already and has nothing to do with the files stays as it is. */
  private static void requireDuels(final SpecsTable now, final Map<String, ModelSpec> wanted) {
    final Map<String, ModelSpec> all = new HashMap<>();
    now.applied().values().forEach(applied -> all.put(applied.getModel(), applied.getSpec()));
    all.putAll(wanted);
    all.values().stream()
        .filter(spec -> spec.getChallenges() != null)
        .filter(
            spec -> wanted.containsKey(spec.getModel()) || wanted.containsKey(spec.getChallenges()))
        .forEach(spec -> SpecChanges.requireDuel(spec, all));
  }

  /**
   * @param news what is to be told of each model
   */
  private AppliedSpec apply(
      final SpecsTable now,
      final ModelSpec spec,
      final ModelHead published,
      final Map<String, String> news) {
    final String model = spec.getModel();
    final Optional<AppliedSpec> before = now.applied(model);
    final ModelSpec learned =
        before
            .map(last -> learned(last, spec))
            .orElse(published == null ? null : published.getSpec());
    final AppliedSpec after = SpecChanges.apply(before, learned, spec, System.currentTimeMillis());
    if (before.equals(Optional.of(after))) {
      news.put(model, "this spec is not new");
    } else if (learned != null && Fingerprint.contradiction(learned, spec).isPresent()) {
      final String end =
          "ops/majorant models "
              + (before.isEmpty() ? "delete %s --yes" : "reset %s --spec FILE --yes");
      news.put(
          model,
          GrownSpec.of(
                  models.connection().clientProperties(),
                  SpecHistory.of(learned),
                  spec,
                  models.connection().timeout(),
                  end.formatted(model))
              .line());
    }
    return after;
  }

  /** A spec that was applied last may not have been taken yet: then one before it has learned. */
  private ModelSpec learned(final AppliedSpec last, final ModelSpec wanted) {
    return Fingerprint.contradiction(last.getSpec(), wanted).isEmpty()
        ? last.getSpec()
        : GrownSpec.learned(
                models.connection().clientProperties(),
                SpecHistory.of(last),
                models.connection().timeout())
            .orElse(last.getSpec());
  }

  private void print(final List<AppliedLine> lines, final Map<String, String> news) {
    final PrintWriter out = command.commandLine().getOut();
    if (json) {
      out.println(Json.line(lines));
      return;
    }
    for (final AppliedLine line : lines) {
      final String more = news.get(line.model());
      out.println(line.line() + (more == null ? "" : "; " + more));
    }
    out.flush();
  }

  /** By model, in the order of the files. */
  private Map<String, ModelSpec> read() {
    final Map<String, ModelSpec> specs = new LinkedHashMap<>();
    for (final Path file : files) {
      final ModelSpec spec =
          asChallenger
              ? SpecFiles.read(file, ModelsApplyCommand::challenger)
              : SpecFiles.read(file);
      Usage.require(
          command,
          specs.put(spec.getModel(), spec) == null,
          "two files have the model '%s': leave one of them out".formatted(spec.getModel()));
    }
    return specs;
  }

  private static ObjectNode challenger(final ObjectNode spec) {
    final String champion = spec.path("model").asText();
    return spec.put("model", SpecChanges.challengerOf(champion)).put("challenges", champion);
  }

  private void requireTopics(final Map<String, ModelSpec> wanted)
      throws ExecutionException, InterruptedException {
    final String[] inputs =
        wanted.values().stream()
            .flatMap(ModelsApplyCommand::topics)
            .distinct()
            .toArray(String[]::new);
    try (Admin admin = models.connection().connect()) {
      models.connection().requireTopics(admin, Topics.MODELS);
      models.connection().requireTopics(admin, inputs);
      for (final ModelSpec spec : wanted.values()) {
        final int partitions = models.connection().partitions(admin, spec.getInput());
        SpecFiles.requireOneLearner(
            command, spec, partitions, "topic %s has %d".formatted(spec.getInput(), partitions));
      }
    }
  }

  private static Stream<String> topics(final ModelSpec spec) {
    return spec.getLateLabels() == null
        ? Stream.of(spec.getInput())
        : Stream.of(spec.getInput(), spec.getLateLabels().getTopic());
  }

  /** The newest version of each model that has one, whoever learned it. */
  private Map<String, ModelHead> published(final Set<String> wanted) {
    final VersionStore store =
        PublishedModels.read(
            models.connection().clientProperties(),
            wanted::contains,
            head -> false,
            models.connection().timeout());
    final Map<String, ModelHead> published = new HashMap<>();
    for (final String model : store.models()) {
      final List<ModelHead> versions = store.versions(model);
      published.put(model, versions.get(versions.size() - 1));
    }
    return published;
  }
}
