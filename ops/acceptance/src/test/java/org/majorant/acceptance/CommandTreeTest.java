package org.majorant.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.majorant.ops.Majorant;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** What holds for every command there is, and for those to come. */
class CommandTreeTest {
  /** A shell script, text for people, YAML with comments; what is JSON without being asked for. */
  private static final Set<String> WITHOUT_JSON =
      Set.of(
          "majorant completion",
          "majorant help",
          "majorant models export",
          "majorant predict",
          "majorant spec infer");

  private static final Pattern CALL = Pattern.compile("ops/majorant ([^|>)]*)");
  private static final int WIDTH = 80;

  static Stream<String> commands() {
    return tree(Majorant.commandLine()).map(command -> command.getCommandSpec().qualifiedName());
  }

  @ParameterizedTest
  @MethodSource("commands")
  void help_anyCommand_describesAllAndShowsExamples(final String name) {
    final StringWriter out = new StringWriter();
    final String[] args = (name + " --help").substring("majorant ".length()).split(" ");

    final CommandLine line = Majorant.commandLine().setUsageHelpAutoWidth(false);
    assertThat(line.setUsageHelpWidth(WIDTH).setOut(new PrintWriter(out)).execute(args)).isZero();

    final CommandSpec spec = command(name).getCommandSpec();
    assertThat(spec.usageMessage().description()).isNotEmpty();
    assertThat(spec.usageMessage().description()[0]).endsWith(".").isNotEqualTo(".");
    assertThat(spec.args())
        .allSatisfy(arg -> assertThat(String.join("", arg.description())).isNotBlank());
    assertThat(out.toString()).contains("%nOptions:%n".formatted(), "%nExamples:%n".formatted());
    assertThat(out.toString()).endsWith(String.join("\n", spec.usageMessage().footer()) + "\n");
    assertThat(out.toString().lines()).allSatisfy(l -> assertThat(l).hasSizeLessThan(WIDTH + 1));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void examples_anyCommand_areCallsOfItThatParse(final String name) {
    final List<String> calls = calls(command(name));

    assertThat(calls).hasSizeBetween(1, 3);
    for (final String call : calls) {
      assertThat("majorant " + call).startsWith(name);
      assertThatCode(() -> Majorant.commandLine().parseArgs(call.split(" +")))
          .as(call)
          .doesNotThrowAnyException();
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void json_anyCommandThatPrintsAResult_isAnOption(final String name) {
    final CommandLine command = command(name);
    final boolean group = !command.getSubcommands().isEmpty();
    final OptionSpec json = command.getCommandSpec().findOption("--json");

    assertThat(json == null).isEqualTo(group || WITHOUT_JSON.contains(name));
  }

  /** An option that no method reads changes nothing, whatever its description says. */
  @Test
  void option_any_isRead() {
    final JavaClasses classes =
        new ClassFileImporter()
            .withImportOption(new MainClasses())
            .importPackages("org.majorant.ops", "org.majorant.demo", "org.majorant.research");
    final List<String> unread =
        classes.stream()
            .flatMap(type -> type.getFields().stream())
            .filter(field -> field.isAnnotatedWith(Option.class) && !isHelp(field))
            .filter(field -> field.getAccessesToSelf().stream().noneMatch(CommandTreeTest::reads))
            .map(JavaField::getFullName)
            .toList();
    assertThat(unread).isEmpty();
  }

  /** Picocli itself reads these. */
  private static boolean isHelp(final JavaField field) {
    final Option option = field.getAnnotationOfType(Option.class);
    return option.usageHelp() || option.versionHelp();
  }

  private static boolean reads(final JavaFieldAccess access) {
    return access.getAccessType() == JavaFieldAccess.AccessType.GET;
  }

  private static List<String> calls(final CommandLine command) {
    final String footer =
        String.join("\n", command.getCommandSpec().usageMessage().footer()).replace("\\\n", "");
    final List<String> calls = new ArrayList<>();
    for (final String line : footer.split("\n")) {
      final Matcher call = CALL.matcher(line);
      assertThat(call.find()).as(line).isTrue();
      calls.add(call.group(1).strip());
    }
    return calls;
  }

  private static CommandLine command(final String name) {
    return tree(Majorant.commandLine())
        .filter(command -> command.getCommandSpec().qualifiedName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static Stream<CommandLine> tree(final CommandLine command) {
    return Stream.concat(
        Stream.of(command),
        command.getSubcommands().values().stream().flatMap(CommandTreeTest::tree));
  }
}
