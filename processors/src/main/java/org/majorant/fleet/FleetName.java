package org.majorant.fleet;

import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.MemberDescription;

/**
 * The name of a fleet. All its instances have it, so that they share the work.
 *
 * @param value lower-case letters, digits, {@code .}, {@code _}, {@code -}
 */
public record FleetName(String value) {
  private static final String GROUPS = "majorant-fleet-";
  private static final Pattern FORM = Pattern.compile("[a-z0-9][a-z0-9._-]{0,99}");
  private static final String KEYS = "fleet:"; // no model's name has a colon

  /**
   * @throws FleetException where it is no name
   */
  public FleetName {
    if (!FORM.matcher(value).matches()) {
      throw new FleetException(
          ("'%s' cannot be the name of a fleet: use 1 to 100 lower-case letters, digits, '.', '_'"
                  + " and '-'")
              .formatted(value));
    }
  }

  /** The consumer group and the prefix of all internal topics. */
  public String group() {
    return GROUPS + value;
  }

  /**
   * Whether a member of a model's own group is an instance of a fleet, which joins the model's
   * events and labels there; else it is a learner of the model alone.
   */
  public static boolean joins(final MemberDescription member) {
    return member.groupInstanceId().filter(id -> id.startsWith(GROUPS)).isPresent();
  }

  /** The group that has its instances as members, whatever they learn now. */
  String members() {
    return group() + ":members"; // no name has a colon
  }

  /** What people call an instance of it, by the id that it has among all clients. */
  public String instance(final String id) {
    return id.startsWith(group() + "-") ? id.substring(group().length() + 1) : id;
  }

  /** The key of its claim on the topic of specs. */
  String key() {
    return KEYS + value;
  }

  /** Whether a key of the topic of specs is a fleet's. */
  static boolean isKey(final String key) {
    return key.startsWith(KEYS);
  }
}
