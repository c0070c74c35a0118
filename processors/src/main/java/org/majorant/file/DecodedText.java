package org.majorant.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;

/**
 * Characters of bytes. Bytes that are no characters become U+FFFD, as everywhere in Java, but not
 * without a word: two labels that differ in such a byte alone would be one. So the first of them is
 * kept in mind.
 */
final class DecodedText extends Reader {
  static final char REPLACEMENT = '\uFFFD';
  private static final int BUFFER = 1 << 16;

  private final InputStream in;
  private final Charset charset;
  private final CharsetDecoder decoder;
  private final ByteBuffer bytes = ByteBuffer.allocate(BUFFER).limit(0);
  private boolean ended;
  private int faulty = -1;

  DecodedText(final InputStream in, final Charset charset) {
    this.in = in;
    this.charset = charset;
    decoder =
        charset
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
  }

  /** The first byte that is no character, and of which encoding; null where there is none. */
  String fault() {
    return faulty < 0 ? null : "the byte 0x%02X is not %s".formatted(faulty, charset);
  }

  @Override
  public int read(final char[] chars, final int offset, final int length) throws IOException {
    final CharBuffer to = CharBuffer.wrap(chars, offset, length).slice();
    while (to.position() == 0 && length > 0) {
      final CoderResult result = decoder.decode(bytes, to, ended);
      if (result.isError()) {
        faulty = faulty < 0 ? Byte.toUnsignedInt(bytes.get(bytes.position())) : faulty;
        bytes.position(bytes.position() + result.length());
        to.put(REPLACEMENT);
      } else if (to.position() == 0 && ended) {
        return -1;
      } else if (to.position() == 0) {
        fill();
      }
    }
    return to.position();
  }

  /** At least one more byte, or the end; no byte more is waited for, since a pipe may be slow. */
  private void fill() throws IOException {
    bytes.compact();
    final int read = in.read(bytes.array(), bytes.position(), bytes.remaining());
    bytes.position(bytes.position() + Math.max(0, read)).flip();
    ended = read < 0;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
