package org.majorant.file;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** How a file writes its examples; in options, the name in lower case. */
public enum Format {
  /**
   * {@code label index:value ...}, where {@code #} starts a comment. Indices stay as given: files
   * that count from 1 leave index 0 unused.
   */
  LIBSVM,

  /**
   * Comma-separated cells under a header line, or semicolons and decimal commas, as {@link
   * TableRows} says: {@link TableReader}.
   */
  CSV,

  /** The same with tabs. */
  TSV,

  /** An object a line: {@link org.majorant.json.ExampleJson}. */
  JSONL,

  /** {@code label TAB text}; the features are the text's words and how often each occurs. */
  TEXT,

  /**
   * A token a line and a blank line between sentences; columns by tab, else by whitespace, the word
   * first, the label last. A line that begins with {@code #} is a token like any other, one with
   * {@code -DOCSTART-} a boundary as a blank one.
   */
  CONLL,

  /** A data file of Avro: each record is an event of its schema, {@link EventFile}. */
  AVRO,

  /** Each row is an event of the file's schema, as of {@link #AVRO}. */
  PARQUET;

  private static final Map<String, Format> BY_ENDING =
      Map.of(
          "csv", CSV,
          "tsv", TSV,
          "jsonl", JSONL,
          "ndjson", JSONL,
          "libsvm", LIBSVM,
          "svm", LIBSVM,
          "conll", CONLL,
          "avro", AVRO,
          "parquet", PARQUET);

  /** The format that a file's name ends with, before {@code .gz}; empty where it does not say. */
  public static Optional<Format> of(final String path) {
    final String name = path.toLowerCase(Locale.ROOT).replaceFirst("\\.gz$", "");
    return Optional.ofNullable(BY_ENDING.get(name.substring(name.lastIndexOf('.') + 1)));
  }

  /** Whether its labels stand in a column that can be chosen. */
  public boolean hasColumns() {
    return isTable() || !isText() || this == CONLL;
  }

  /** What is between the cells of a table. */
  char delimiter() {
    return this == TSV ? '\t' : ',';
  }

  /** Whether it has lines of text. */
  public boolean isText() {
    return this != AVRO && this != PARQUET;
  }

  /** Whether it has rows under a header of names. */
  public boolean isTable() {
    return this == CSV || this == TSV;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
