package org.majorant.ops.options;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;

/**
 * A command that runs, as its user types it to have it run again: on the port that it has now, and
 * with the brokers that it found by the environment or the user's file. It is shown on a page, so
 * that passwords within URLs are left out; those in files stay there.
 */
public final class TypedCommand {
  private static final String SERVERS = "--bootstrap-server";
  private static final String PORT = "--http-port";
  private static final Pattern PLAIN = Pattern.compile("[\\w./:=,@%+-]+");
  private static final Pattern USER = Pattern.compile("(?<=://)[^/]*@");

  private TypedCommand() {}

  /**
   * The line to type.
   *
   * @param command that runs; its options are parsed
   * @param servers the brokers that it talks to; null where it starts its own
   * @param url of its page, whose port it is to have again
   */
  public static String again(final CommandSpec command, final String servers, final String url) {
    final List<String> words = new ArrayList<>(List.of("ops/majorant"));
    final var typed = command.commandLine().getParseResult().originalArgs().iterator();
    while (typed.hasNext()) {
      final String word = typed.next();
      if (word.equals(PORT)) {
        typed.next(); // its value
      } else if (!word.startsWith(PORT + "=")) {
        words.add(quoted(withoutUsers(word)));
      }
    }
    if (servers != null && !command.commandLine().getParseResult().hasMatchedOption(SERVERS)) {
      words.add(SERVERS);
      words.add(quoted(servers));
    }
    words.add(PORT);
    words.add(String.valueOf(URI.create(url).getPort()));
    return String.join(" ", words);
  }

  /** A word for people, without the users and passwords of URLs that are in it. */
  public static String withoutUsers(final String word) {
    return USER.matcher(word).replaceAll("USER:PASSWORD@");
  }

  /** As a shell takes it for one word. */
  private static String quoted(final String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
