package org.majorant.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Code that nobody can survey has more than one idea in it. These limits hold for the main code of
 * all modules; a class's comment may give the reason why it is longer.
 */
class CodeSizeTest {
  private static final long PACKAGE_FILES = 30;
  private static final long CLASS_LINES = 300;
  private static final long METHOD_LINES = 40;
  private static final Pattern REASON = Pattern.compile("longer\\s+than\\s+others,?\\s+because");

  private static final List<Path> SOURCES = new ArrayList<>();
  private static final List<Size> CLASSES = new ArrayList<>();
  private static final List<Size> METHODS = new ArrayList<>();

  @BeforeAll
  static void measure() throws IOException {
    for (final String module :
        List.of(
            "schemas",
            "model-store",
            "processors",
            "ops",
            "ops/demo",
            "ops/research",
            "ops/bench",
            "ops/bench/peers")) {
      try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
        final List<Path> sources = files.filter(file -> file.toString().endsWith(".java")).toList();
        assertThat(sources).as(module).isNotEmpty();
        SOURCES.addAll(sources);
      }
    }
    final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      final var units = files.getJavaFileObjectsFromPaths(SOURCES);
      final JavacTask task = (JavacTask) compiler.getTask(null, files, null, null, null, units);
      new Ruler(Trees.instance(task)).scan(task.parse(), null);
    }
  }

  @Test
  void package_hasFewFiles() {
    final Map<Path, Long> files =
        SOURCES.stream().collect(Collectors.groupingBy(Path::getParent, Collectors.counting()));
    files.values().removeIf(count -> count <= PACKAGE_FILES);
    assertThat(files).isEmpty();
  }

  @Test
  void class_isShortOrGivesTheReason() {
    assertThat(CLASSES)
        .isNotEmpty()
        .filteredOn(size -> size.lines() > CLASS_LINES && !size.hasReason())
        .isEmpty();
  }

  @Test
  void method_isShort() {
    assertThat(METHODS).isNotEmpty().filteredOn(size -> size.lines() > METHOD_LINES).isEmpty();
  }

  private record Size(String where, long lines, boolean hasReason) {}

  /**
   * Notes the lines of each file's class, with all that stands before it, and of each method's
   * body: annotations and parameters, such as a command's options, are no code to follow.
   */
  private static final class Ruler extends TreePathScanner<Void, Void> {
    private final Trees trees;

    Ruler(final Trees trees) {
      this.trees = trees;
    }

    @Override
    public Void visitClass(final ClassTree tree, final Void nothing) {
      if (getCurrentPath().getParentPath().getLeaf() instanceof CompilationUnitTree) {
        CLASSES.add(size(tree.getSimpleName().toString(), lastLine(tree)));
      }
      return super.visitClass(tree, nothing);
    }

    @Override
    public Void visitMethod(final MethodTree tree, final Void nothing) {
      if (tree.getBody() != null) {
        final long lines = lastLine(tree.getBody()) - firstLine(tree.getBody()) + 1;
        METHODS.add(size(tree.getName().toString(), lines));
      }
      return super.visitMethod(tree, nothing);
    }

    private Size size(final String name, final long lines) {
      final String comment = trees.getDocComment(getCurrentPath());
      return new Size(
          unit().getSourceFile().getName() + " " + name,
          lines,
          comment != null && REASON.matcher(comment).find());
    }

    private long firstLine(final Tree tree) {
      return line(trees.getSourcePositions().getStartPosition(unit(), tree));
    }

    private long lastLine(final Tree tree) {
      return line(trees.getSourcePositions().getEndPosition(unit(), tree));
    }

    private long line(final long position) {
      return unit().getLineMap().getLineNumber(position);
    }

    private CompilationUnitTree unit() {
      return getCurrentPath().getCompilationUnit();
    }
  }
}
