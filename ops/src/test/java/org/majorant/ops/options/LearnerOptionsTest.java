package org.majorant.ops.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;
import org.majorant.stream.InstanceOptions;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Who does not say which instance it is ends no other one. */
class LearnerOptionsTest {
  private static final ModelSpec SPEC =
      SpecFile.read("{model: adult, labels: [a, b], features: {dimension: 8}}");

  @TempDir private Path dir;

  @Command(name = "learner")
  private static final class Learner {
    @Mixin private LearnerOptions options;
  }

  @Test
  void instance_notNamed_isThatOfTheHostAndTheStateDirectory() {
    final String id = options("--state-dir", dir.resolve("one").toString()).instanceId();
    assertThat(id).matches("majorant-adult-[A-Za-z0-9._-]+-[0-9a-f]{8}");
    assertThat(options("--state-dir", dir + "/two/../one").instanceId())
        .as("the same after a restart, however it is written")
        .isEqualTo(id);
    assertThat(options("--state-dir", dir.resolve("two").toString()).instanceId())
        .as("another learner on this machine")
        .isNotEqualTo(id);
  }

  @Test
  void instance_named_isThatOne_andHasAStateDirectoryOfItsOwn() {
    final InstanceOptions one = options("--instance-id", "1");
    final InstanceOptions two = options("--instance-id", "2");
    assertThat(one.instanceId()).isEqualTo("majorant-adult-1");
    assertThat(one.stateDir()).endsWith(Path.of("majorant-state", "majorant-adult-1"));
    assertThat(two.stateDir()).isNotEqualTo(one.stateDir());
    final InstanceOptions none = options();
    assertThat(none.stateDir()).endsWith(Path.of("majorant-state", "majorant-adult"));
    assertThat(none.instanceId()).isEqualTo(options().instanceId());
  }

  private static InstanceOptions options(final String... words) {
    final Learner learner = new Learner();
    new CommandLine(learner).parseArgs(words);
    return learner.options.toOptions(SPEC);
  }
}
