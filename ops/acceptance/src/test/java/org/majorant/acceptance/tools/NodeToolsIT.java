package org.majorant.acceptance.tools;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

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
}
