package org.majorant.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The bill of materials, {@code target/bom.json} in CycloneDX's format, names each jar that the
 * launcher and the image run with, and each jar has a licence that lets everybody pass it on with
 * this program. An offline build writes no bill; {@code .ci/run} fails without it.
 */
class BillOfMaterialsIT {
  private static final Path BILL = Path.of("target", "bom.json");
  private static final Path CLASS_PATH = Path.of("target", "runtime.classpath");

  /**
   * By the names of SPDX; what re2j calls the Go License has the words of BSD-3-Clause, and JGraphT
   * spells EPL-2.0 out.
   */
  private static final Set<String> ALLOWED =
      Set.of(
          "Apache-2.0",
          "BSD-2-Clause",
          "BSD-3-Clause",
          "BSD-4-Clause",
          "CC0-1.0",
          "EPL-1.0",
          "EPL-2.0",
          "Eclipse Public License (EPL) 2.0",
          "Go License",
          "MIT");

  private List<Component> components;

  /**
   * @param file of its jar
   * @param licences of which one may choose
   */
  private record Component(String file, List<String> licences) {}

  private static List<String> shipped() throws IOException {
    return Arrays.stream(Files.readString(CLASS_PATH).strip().split(File.pathSeparator))
        .map(jar -> Path.of(jar).getFileName().toString())
        .toList();
  }

  @BeforeEach
  void read() throws IOException {
    assumeThat(BILL).as("an offline build writes none").exists();
    components = new ArrayList<>();
    for (final JsonNode component : new ObjectMapper().readTree(BILL.toFile()).at("/components")) {
      final List<String> licences = new ArrayList<>();
      for (final JsonNode choice : component.path("licenses")) {
        final JsonNode licence = choice.path("license");
        final String name = licence.path("id").asText(licence.path("name").asText());
        licences.addAll(Arrays.asList(choice.path("expression").asText(name).split(" OR ")));
      }
      final String file =
          "%s-%s.jar"
              .formatted(component.path("name").asText(), component.path("version").asText());
      components.add(new Component(file, licences));
    }
  }

  @Test
  void bill_namesEachJarThatIsShipped() throws IOException {
    assertThat(components)
        .extracting(Component::file)
        .as("the jars of %s; where it is older than the poms, build without -o", BILL)
        .hasSizeGreaterThan(50)
        .containsExactlyInAnyOrderElementsOf(shipped());
  }

  /** Its 73 MB, more than all others together, serve persistent stores, and there are none. */
  @Test
  void rocksDb_isNotShipped() throws IOException {
    assertThat(shipped()).isNotEmpty().noneMatch(jar -> jar.contains("rocksdb"));
  }

  @Test
  void component_hasALicenceThatIsAllowed() {
    assertThat(components)
        .filteredOn(component -> component.licences().stream().noneMatch(ALLOWED::contains))
        .isEmpty();
  }
}
