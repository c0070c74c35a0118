package org.majorant.ops.deadletters;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Says that a dead letter was replayed: a record on the dead-letter topic whose key has the
 * letter's offset and the topic that its record went to, and that has no value, which a dead letter
 * always has. It stands behind its letter, so that retention never deletes it first.
 *
 * @param letter the dead letter's offset
 * @param topic where its record went
 */
public record ReplayMark(long letter, String topic) {
  private static final Pattern FORM = Pattern.compile("replayed/(\\d{1,18})/([^/]+)");

  byte[] key() {
    return "replayed/%d/%s".formatted(letter, topic).getBytes(UTF_8);
  }

  /** The mark that a record's key is; empty where it is none. */
  public static Optional<ReplayMark> read(final byte[] key) {
    final Matcher mark = FORM.matcher(key == null ? "" : new String(key, UTF_8));
    return mark.matches()
        ? Optional.of(new ReplayMark(Long.parseLong(mark.group(1)), mark.group(2)))
        : Optional.empty();
  }
}
