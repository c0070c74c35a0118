package org.majorant.acceptance.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The consumer in {@code examples/node}. */
@Tag("tools")
class NodeToolsIT extends ConsumerBattery {
  private static final Path EXAMPLE = Shipped.ROOT.resolve("ops/examples/node");

  private final Tool node = Tool.find("node", "nodejs");
  private final Tool npm = Tool.find("npm", "npm");

  @Override
  void install(final Path in) throws Exception {
    for (final String file :
        List.of("package.json", "package-lock.json", "example.mjs", "model.mjs", "predict.mjs")) {
      Files.copy(EXAMPLE.resolve(file), in.resolve(file));
    }
    npm.run(in, "ci", "--no-audit", "--no-fund");
  }

  @Override
  ProcessBuilder consumer(final Path in, final List<String> options) {
    final List<String> arguments = new ArrayList<>(List.of("predict.mjs"));
    arguments.addAll(options);
    return node.command(in, arguments.toArray(String[]::new));
  }

  @Test
  void ownTests_pass() throws Exception {
    npm.run(EXAMPLE, "test");
  }

  /** A project that depends on the package can do without Kafka. */
  @Test
  void package_hasTheModelAndItsTypes(@TempDir final Path project) throws Exception {
    final String file = npm.run(EXAMPLE, "pack", "--pack-destination", project.toString()).strip();
    npm.run(project, "install", "--no-audit", "--no-fund", file);
    node.run(
        project,
        "--input-type=module",
        "--eval",
        "import { Model } from 'majorant-predict'; Model.name");
    assertThat(project.resolve("node_modules/majorant-predict/model.d.ts")).isRegularFile();
  }
}
