package org.majorant.research.bench;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.research.bench.ServeBench.Answers;

/**
 * How many requests a server answers on connections that stay open, each of which waits for its
 * answer before it sends the next. One thread asks on all of them, so that the client takes little
 * of the machine that both share.
 */
final class ServeClient {
  private static final int CONNECTIONS = 16;
  private static final int MOST_ANSWER = 1 << 20;
  private static final int MOST_HEAD = 1 << 12;
  private static final String HEAD_END = "\r\n\r\n";
  private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: (\\d+)");
  private static final String CHUNKED = "\r\ntransfer-encoding: chunked";
  private static final byte[] LAST_CHUNK = "\r\n0\r\n\r\n".getBytes(ISO_8859_1);

  private final URI server;
  private final Duration time;

  /**
   * @param time of each measurement; before it the server warms up for as long
   */
  ServeClient(final URI server, final Duration time) {
    this.server = server;
    this.time = time;
  }

  /** What waits for an answer. */
  private static final class Connection {
    private final SocketChannel channel;
    private final ByteBuffer answer = ByteBuffer.allocate(MOST_ANSWER);
    private long sent; // ns
    private int expected; // bytes; 0: not known yet; −1: chunks

    Connection(final SocketChannel channel) {
      this.channel = channel;
    }

    void send(final byte[] request) throws IOException {
      answer.clear();
      expected = 0;
      sent = System.nanoTime();
      for (final ByteBuffer left = ByteBuffer.wrap(request); left.hasRemaining(); ) {
        channel.write(left);
      }
    }

    /** Reads what has come; whether that is all. */
    boolean read() throws IOException {
      if (channel.read(answer) < 0) {
        throw new CommandFailed("the server has closed a connection");
      }
      if (expected == 0) {
        final int known = Math.min(answer.position(), MOST_HEAD);
        expected = length(new String(answer.array(), 0, known, ISO_8859_1));
      }
      return expected > 0 ? answer.position() >= expected : expected < 0 && hasLastChunk();
    }

    /** JSON has no such line, so that it ends the answer. */
    private boolean hasLastChunk() {
      final int end = answer.position();
      return Arrays.equals(
          answer.array(),
          Math.max(0, end - LAST_CHUNK.length),
          end,
          LAST_CHUNK,
          0,
          LAST_CHUNK.length);
    }

    /** Bytes of an answer; 0 while its head has not come, −1 where it comes in chunks. */
    private static int length(final String text) {
      final int end = text.indexOf(HEAD_END);
      if (end < 0) {
        return 0;
      }
      if (!text.startsWith("HTTP/1.1 200")) {
        throw new CommandFailed("the server answers: " + text.lines().findFirst().orElse(""));
      }
      final String head = text.substring(0, end);
      if (head.toLowerCase(Locale.ROOT).contains(CHUNKED)) {
        return -1;
      }
      final Matcher length = LENGTH.matcher(head);
      if (!length.find()) {
        throw new CommandFailed("the server answers without a Content-Length");
      }
      return end + HEAD_END.length() + Integer.parseInt(length.group(1));
    }
  }

  /** Asks with one body after the other; without bodies, by GET. */
  Answers ask(final String path, final List<String> bodies) throws IOException {
    final List<byte[]> requests =
        bodies.isEmpty()
            ? List.of(get(path))
            : bodies.stream().map(body -> post(path, body)).toList();
    measure(requests);
    return measure(requests);
  }

  private byte[] get(final String path) {
    return "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n"
        .formatted(path, server.getAuthority())
        .getBytes(ISO_8859_1);
  }

  private byte[] post(final String path, final String body) {
    return "POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
        .formatted(path, server.getAuthority(), body.length(), body)
        .getBytes(ISO_8859_1);
  }

  private Answers measure(final List<byte[]> requests) throws IOException {
    final long begin = System.nanoTime();
    long[] times = new long[1 << 16];
    int n = 0;
    try (Selector selector = Selector.open()) {
      for (int i = 0; i < CONNECTIONS; i++) {
        final var address = new InetSocketAddress(server.getHost(), server.getPort());
        final SocketChannel channel = SocketChannel.open(address);
        channel.configureBlocking(false);
        final Connection connection = new Connection(channel);
        channel.register(selector, SelectionKey.OP_READ, connection);
        connection.send(requests.get(i % requests.size()));
      }
      while (System.nanoTime() - begin < time.toNanos()) {
        selector.select(100);
        for (final SelectionKey key : selector.selectedKeys()) {
          final Connection connection = (Connection) key.attachment();
          if (connection.read()) {
            times = n == times.length ? Arrays.copyOf(times, 2 * n) : times;
            times[n++] = System.nanoTime() - connection.sent;
            connection.send(requests.get(n % requests.size()));
          }
        }
        selector.selectedKeys().clear();
      }
      for (final SelectionKey key : selector.keys()) {
        key.channel().close();
      }
    }
    if (n == 0) {
      throw new CommandFailed("the server has not answered in time");
    }
    Arrays.sort(times, 0, n);
    final double seconds = (System.nanoTime() - begin) / 1e9;
    return new Answers(n / seconds, times[n / 2] / 1e6, times[(int) (0.99 * n)] / 1e6);
  }
}
