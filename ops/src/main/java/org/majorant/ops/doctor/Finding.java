package org.majorant.ops.doctor;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * What a check came to; its names are those of the JSON that users' scripts read.
 *
 * @param check name of what was checked
 * @param finding one line, without a full stop
 * @param mend the command to type, or what else to do; null where all is well
 */
public record Finding(
    Status status, String check, String finding, @JsonInclude(Include.NON_NULL) String mend) {
  /** What to do where the brokers do not answer a question of this client. */
  static final String RIGHTS = "give this client the rights of doctor in ops/OPERATIONS.md";

  /** What to do where one of them does not answer in time. */
  private static final String PRESENCE =
      "start the brokers that are down or stand still, or wait longer by --timeout";

  /** How bad it is. */
  public enum Status {
    OK,
    /** It works, but not as it should. */
    WARN,
    /** It does not work. */
    FAIL;

    @Override
    @JsonValue
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static Finding ok(final String check, final String finding) {
    return new Finding(Status.OK, check, finding, null);
  }

  static Finding warn(final String check, final String finding, final String mend) {
    return new Finding(Status.WARN, check, finding, mend);
  }

  /** The brokers do not answer the question. */
  static Finding unknown(final String check, final ExecutionException e) {
    return warn(
        check,
        "the brokers do not say: " + e.getCause().getMessage(),
        e.getCause() instanceof TimeoutException ? PRESENCE : RIGHTS);
  }

  static Finding fail(final String check, final String finding, final String mend) {
    return new Finding(Status.FAIL, check, finding, mend);
  }
}
