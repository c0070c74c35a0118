package org.majorant.acceptance.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.json.ExampleJson;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;
import org.majorant.spec.SpecFile;

/** The package in {@code examples/node}. */
@Tag("tools")
class NodeToolsIT extends ClientBattery {
  private static final Path PACKAGE = Shipped.ROOT.resolve("ops/examples/node");

  private final Tool node = Tool.find("node", "nodejs");
  private final Tool npm = Tool.find("npm", "npm");

  /** As a project would have it. */
  @Override
  void install(final Path in) throws Exception {
    final String file = npm.run(PACKAGE, "pack", "--pack-destination", in.toString()).strip();
    npm.run(in, "install", "--no-audit", "--no-fund", "--offline", file);
  }

  @Override
  ProcessBuilder command(final Path in, final List<String> options) {
    final List<String> arguments = new ArrayList<>(List.of("node_modules/majorant/predict.mjs"));
    arguments.addAll(options);
    return node.command(in, arguments.toArray(String[]::new));
  }

  @Test
  void ownTests_pass() throws Exception {
    npm.run(PACKAGE, "test");
  }

  /** What it prints, a topic may have: it is read as the row of a table is. */
  @Test
  void rows_areExamplesOfATopic(@TempDir final Path in) throws Exception {
    final ModelSpec spec =
        SpecFile.read(
            "{model: m, labels: [\"no\", \"yes\"], columns: {label: churned, category: [zip]}}");
    final Path rows =
        Files.writeString(
            in.resolve("rows.jsonl"),
            """
            {"plan": "gold%cgröße", "zip": 123, "fee": 7.5, "churned": "yes"}

            {"plan": null, "zip": "45", "churned": null}
            """
                .formatted('\u2028'));
    final ProcessBuilder process =
        node.command(in, PACKAGE.resolve("rows.mjs").toString(), "--label", "churned");
    final List<String> lines = Tool.output(process.redirectInput(rows.toFile())).lines().toList();
    assertThat(lines).hasSize(2);
    final LabeledExample first = ExampleJson.of(spec).read(lines.get(0));
    assertThat(first.getStructure())
        .isEqualTo(
            new Point(
                new NamedFeatures(
                    List.of("plan=gold\u2028größe", "zip=123", "fee"), List.of(1f, 1f, 7.5f)),
                "yes",
                null,
                null));
    final LabeledExample second = ExampleJson.of(spec).read(lines.get(1));
    assertThat(((Point) second.getStructure()).getLabel()).isNull();
  }
}
