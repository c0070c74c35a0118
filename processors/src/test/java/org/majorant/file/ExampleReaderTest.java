package org.majorant.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.apache.avro.generic.GenericData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.schema.LabeledExample;

final class ExampleReaderTest {
  @TempDir Path folder;

  @Test
  void file_gzipOrPlain_isToldByItsBytes() throws IOException {
    final Path plain = Files.writeString(folder.resolve("plain.gz"), "ham\ta\n");
    final Path packed = Files.write(folder.resolve("packed.txt"), gzip("ham\ta\n"));
    for (final Path path : new Path[] {plain, packed}) {
      assertThat(Lines.all(ExampleReader.open(Format.TEXT, path.toString()))).hasSize(1);
    }
  }

  @Test
  void gzip_membersThroughSlowPipe_areAllRead() throws IOException {
    final InputStream pipe =
        new SequenceInputStream(
            new NoneAvailable(gzip("ham\ta\n")), new NoneAvailable(gzip("spam\tb\n")));
    assertThat(Lines.all(ExampleReader.of(Format.TEXT, "pipe", pipe, Layout.USUAL))).hasSize(2);
  }

  /** As a download that was damaged, or to which something was appended. */
  @Test
  void gzip_followedByAnythingElse_isRefused() throws IOException {
    final Random random = new Random(7);
    for (int lines = 1; lines < 4000; lines += 1 + lines / 3) {
      final byte[] whole = gzip("ham\ta%d\n".formatted(random.nextInt()).repeat(lines));
      assertThat(Lines.all(read(whole))).hasSize(lines);
      final byte[] more = new byte[1 + random.nextInt(40)];
      random.nextBytes(more);
      final byte[] both =
          ByteBuffer.allocate(whole.length + more.length).put(whole).put(more).array();
      assertThatThrownBy(() -> Lines.all(read(both)))
          .as("%d lines, then %d bytes", lines, more.length)
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("data.gz: its gzip data cannot be read to the end (")
          .hasMessageEndingWith("): fetch the file again");
    }
  }

  private static ExampleReader read(final byte[] bytes) throws IOException {
    return ExampleReader.of(Format.TEXT, "data.gz", new ByteArrayInputStream(bytes), Layout.USUAL);
  }

  @Test
  void gzip_cutShort_namesTheFile() throws IOException {
    final byte[] bytes = gzip("ham\ta\n".repeat(99));
    final InputStream cut = new ByteArrayInputStream(Arrays.copyOf(bytes, bytes.length - 12));
    assertThatThrownBy(() -> Lines.all(ExampleReader.of(Format.TEXT, "cut.gz", cut, Layout.USUAL)))
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(MalformedLine.class)
        .hasMessage("cut.gz: its gzip data breaks off: fetch the whole file");
  }

  @Test
  void standardInput_dash_isRead() throws IOException {
    final InputStream before = System.in;
    System.setIn(Lines.stream("ham\ta", "ham"));
    try (ExampleReader reader = ExampleReader.open(Format.TEXT, "-")) {
      assertThat(reader.read()).isNotNull();
      assertThatThrownBy(reader::read).hasMessageStartingWith("standard input:2: ");
    } finally {
      System.setIn(before);
    }
  }

  @Test
  void share_ofFile_growsToAll_ofOthersIsUnknown() throws IOException {
    final Path path = Files.writeString(folder.resolve("data"), "a\tx\n".repeat(1 << 16));
    try (ExampleReader reader = ExampleReader.open(Format.TEXT, path.toString())) {
      reader.read();
      assertThat(reader.share()).isBetween(0.1, 0.9);
      reader.readAll(example -> {});
      assertThat(reader.share()).isEqualTo(1);
    }
    try (ExampleReader reader =
        ExampleReader.of(Format.TEXT, "x", new ByteArrayInputStream(new byte[0]), Layout.USUAL)) {
      assertThat(reader.share()).isNaN();
    }
  }

  @Test
  void path_missingOrFolder_isNotFound() {
    for (final Path path : new Path[] {folder.resolve("none"), folder}) {
      assertThatThrownBy(() -> ExampleReader.open(Format.CSV, path.toString()))
          .isInstanceOf(FileNotFoundException.class)
          .hasMessage(path + ": not a file that can be read");
    }
  }

  @Test
  void byteOrderMark_first_isPassedOver() throws IOException {
    assertThat(Lines.points(Format.CSV, "\uFEFFa,label", "1,x"))
        .containsExactly(Lines.named("x", List.of("a")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16LE", "UTF-16BE", "UTF-8"})
  void byteOrderMark_saysTheEncoding(final String charset) throws IOException {
    final byte[] bytes =
        "\uFEFFa,label\n1,caf\u00E9 \uD83D\uDE00\n".getBytes(Charset.forName(charset));
    try (ExampleReader reader = csv(bytes)) {
      assertThat(Lines.all(reader))
          .extracting(Lines::point)
          .containsExactly(Lines.named("caf\u00E9 \uD83D\uDE00", List.of("a")));
      assertThat(reader.fault()).isNull();
    }
  }

  @Test
  void utf16_withoutItsMark_isRefusedInALine() {
    assertThatThrownBy(() -> csv("a,label\n".getBytes(StandardCharsets.UTF_16LE)))
        .hasMessage(
            "file: it begins with a zero byte, as no text in UTF-8 does: convert it, as by iconv -f"
                + " UTF-16LE -t UTF-8");
  }

  /** caf\u00E9 and caf\u00E8 of Latin-1 became one label without a word. */
  @Test
  void label_thatIsNotUtf8_isNoLabel_andTheFirstByteIsTold() throws IOException {
    final byte[] bytes =
        "a,label\n\u00E9,x\n1,caf\u00E8\n1,x\n".getBytes(StandardCharsets.ISO_8859_1);
    try (ExampleReader reader = csv(bytes)) {
      assertThat(reader.read()).isNotNull();
      assertThat(reader.fault())
          .isEqualTo(
              "file:2: the byte 0xE9 is not UTF-8: convert it, as by iconv -f WINDOWS-1252 -t UTF-8");
      assertThat(Lines.fault(reader)).startsWith("3: a label with a byte that is not UTF-8;");
      assertThat(reader.read()).isNotNull();
      assertThat(reader.read()).isNull();
    }
  }

  private static ExampleReader csv(final byte[] bytes) throws IOException {
    return ExampleReader.of(Format.CSV, "file", new ByteArrayInputStream(bytes), Layout.USUAL);
  }

  @Test
  void stream_headerMalformed_isClosed() {
    final boolean[] closed = {false};
    final InputStream in =
        new ByteArrayInputStream(new byte[0]) {
          @Override
          public void close() {
            closed[0] = true;
          }
        };
    assertThatThrownBy(() -> ExampleReader.of(Format.CSV, "file", in, Layout.USUAL))
        .isInstanceOf(MalformedLine.class);
    assertThat(closed[0]).isTrue();
  }

  @ParameterizedTest
  @EnumSource(
      value = Format.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"AVRO", "PARQUET"})
  void example_ofEveryFormatOfText_fitsItsSchema(final Format format) throws IOException {
    final String[] lines =
        switch (format) {
          case LIBSVM -> new String[] {"+1 1:1 2:0.5", "? 3:1"};
          case CSV -> new String[] {"label,a,b", "x,1.5,c", "?,1,?"};
          case TSV -> new String[] {"label\ta\tb", "x\t1.5\tc", "?\t1\t?"};
          case JSONL -> new String[] {"{\"features\": {\"a\": 2}, \"id\": \"7\", \"label\": 1}"};
          case TEXT -> new String[] {"ham\ta a b", "\tc"};
          case CONLL -> new String[] {"La B-LOC", "# O", "", "Coruña"};
          case AVRO, PARQUET -> throw new AssertionError(format);
        };
    for (final LabeledExample example : Lines.all(format, lines)) {
      assertThat(GenericData.get().validate(example.getSchema(), example)).isTrue();
    }
  }

  private static byte[] gzip(final String text) throws IOException {
    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  /** A pipe whose writer is always a little late. */
  private static final class NoneAvailable extends ByteArrayInputStream {
    NoneAvailable(final byte[] bytes) {
      super(bytes);
    }

    @Override
    public int available() {
      return 0;
    }
  }
}
