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
import org.majorant.ops.terminal.CommandFailed;

/**
 * How many requests a server answers on connections that stay open, each of which waits for its
 * answer before it sends the next. One thread asks on all of them, so that the client takes little
 * of the machine that both share.
 */
public final class ServeBench {
  private static final int CONNECTIONS = 16;
  private static final int MOST_ANSWER = 1 << 20;
  private static final byte[] HEAD_END = "\r\n\r\n".getBytes(ISO_8859_1);

  private final URI server;
  private final Duration time;

  /**
   * @param time of each measurement; before it the server warms up for as long
   */
  public ServeBench(final URI server, final Duration time) {
    this.server = server;
    this.time = time;
  }

  /**
   * @param perSecond requests
   * @param median of the time to an answer, ms
   * @param p99 of the same
   */
  public record Answers(double perSecond, double median, double p99) {}

  /** What waits for an answer. */
  private static final class Connection {
    private final SocketChannel channel;
    private final ByteBuffer answer = ByteBuffer.allocate(MOST_ANSWER);
    private long sent; // ns

    Connection(final SocketChannel channel) {
      this.channel = channel;
    }

    void send(final byte[] request) throws IOException {
      answer.clear();
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
      final String text = new String(answer.array(), 0, answer.position(), ISO_8859_1);
      final int end = text.indexOf("\r\n\r\n");
      if (end < 0) {
        return false;
      }
      if (!text.startsWith("HTTP/1.1 200")) {
        throw new CommandFailed("the server answers: " + text.lines().findFirst().orElse(""));
      }
      final int length = text.indexOf("Content-Length: ");
      return length < 0
          ? text.endsWith("0\r\n\r\n") && text.length() > end + HEAD_END.length
          : text.length()
              >= end
                  + HEAD_END.length
                  + Integer.parseInt(text.substring(length + 16, text.indexOf('\r', length)));
    }
  }

  /** Asks with one body after the other; without bodies, by GET. */
  public Answers ask(final String path, final List<String> bodies) throws IOException {
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
