package org.majorant.research.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.majorant.file.Format;

/**
 * A data set of the league, which a reader can get: three come with Majorant, and others are from
 * the places that are named.
 *
 * @param file its name in whatever directory it is
 * @param label the column of the label; null where it is called that, or the file is no table
 * @param categories columns whose cells are no numbers although they look like some
 * @param inOrder whether its rows are in the order of time; if not, they are shuffled
 * @param source where it is from
 */
public record LeagueSet(
    String title,
    String file,
    Format format,
    String label,
    List<String> categories,
    boolean inOrder,
    String source) {
  private static final String SHIPPED = "ships with Majorant";
  private static final String UCI = "UCI";
  private static final int DEPTH = 3;
  private static final int POSITIONS_OF_SECSTR = 15;

  /** The largest first. */
  public static final List<LeagueSet> ALL =
      List.of(
          secStr(),
          new LeagueSet("elec2", "elec2.csv.gz", Format.CSV, null, List.of(), true, "MOA"),
          shipped("Adult", "a9a.gz", Format.LIBSVM, null),
          uci("pendigits", "pendigits.csv.gz"),
          uci("mushroom", "mushroom.csv.gz"),
          shipped("SMS spam", "SMSSpamCollection.gz", Format.TEXT, null),
          shipped("churn", "churn.csv", Format.CSV, "churned"),
          uci("breast cancer", "breast_w.csv.gz"),
          uci("ionosphere", "ionosphere.csv.gz"),
          uci("bupa", "bupa.csv.gz"),
          uci("sonar", "sonar.csv.gz"),
          uci("wine", "wine.csv.gz"));

  private static LeagueSet uci(final String title, final String file) {
    return new LeagueSet(title, file, Format.CSV, null, List.of(), false, UCI);
  }

  private static LeagueSet shipped(
      final String title, final String file, final Format format, final String label) {
    return new LeagueSet(title, file, format, label, List.of(), false, SHIPPED);
  }

  /** Its cells are codes of amino acids. */
  private static LeagueSet secStr() {
    final List<String> all =
        IntStream.range(0, POSITIONS_OF_SECSTR).mapToObj(position -> "p" + position).toList();
    return new LeagueSet(
        "SecStr", "secstr.csv.gz", Format.CSV, null, all, false, "Chapelle et al. 2006");
  }

  /**
   * Its file, in the first of some directories that has it, or in a directory therein.
   *
   * @throws IOException where a directory cannot be read
   */
  public Optional<Path> in(final List<Path> directories) throws IOException {
    for (final Path directory : directories) {
      try (Stream<Path> files =
          Files.find(
              directory, DEPTH, (path, attributes) -> path.getFileName().toString().equals(file))) {
        final Optional<Path> found = files.min(Comparator.naturalOrder());
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.empty();
  }
}
