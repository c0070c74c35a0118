package org.majorant.ops.terminal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;

/**
 * Writes a value as one JSON document on one line, as {@code --json} prints it and the live page
 * gets it.
 */
public final class Json {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Json() {}

  /** Records and maps become objects, lists arrays. */
  public static String line(final Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /**
   * An object with an id before all else.
   *
   * @param id null: there is none
   * @param object that has something in it, in one line
   */
  public static String withId(final String id, final String object) {
    return id == null ? object : "{\"id\":" + line(id) + "," + object.substring(1);
  }

  /**
   * An object with a list after all else, if there is anything in the list.
   *
   * @param object that has something in it, in one line
   */
  public static String with(final String object, final String name, final List<String> list) {
    return list.isEmpty()
        ? object
        : object.substring(0, object.length() - 1) + "," + line(name) + ":" + line(list) + "}";
  }
}
