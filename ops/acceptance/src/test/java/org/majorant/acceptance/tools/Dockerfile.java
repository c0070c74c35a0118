package org.majorant.acceptance.tools;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A Dockerfile's instructions, in order, with their lines joined.
 *
 * @param instructions name and arguments
 */
record Dockerfile(List<Instruction> instructions) {
  record Instruction(String name, String arguments) {}

  static Dockerfile read(final Path file) throws IOException {
    final String text = Files.readString(file).replaceAll("(?m)^#.*\n", "").replace("\\\n", " ");
    return new Dockerfile(
        text.lines()
            .filter(line -> !line.isBlank())
            .map(line -> line.split(" ", 2))
            .map(words -> new Instruction(words[0], words[1].strip()))
            .toList());
  }

  List<String> of(final String name) {
    return instructions.stream()
        .filter(instruction -> instruction.name().equals(name))
        .map(Instruction::arguments)
        .toList();
  }

  /** The program of the only HEALTHCHECK, ENTRYPOINT or CMD, and its arguments. */
  List<String> exec(final String name) throws IOException {
    final List<String> found = of(name);
    if (found.size() != 1 || !found.get(0).contains("[")) {
      throw new AssertionError("not one %s with a list: %s".formatted(name, found));
    }
    final JsonNode list = Shipped.yaml(found.get(0).substring(found.get(0).indexOf('[')));
    return Shipped.stream(list).map(JsonNode::asText).toList();
  }
}
