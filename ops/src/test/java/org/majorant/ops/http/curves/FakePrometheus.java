package org.majorant.ops.http.curves;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

/** Answers each range query in the same way, and keeps what it was asked. */
public final class FakePrometheus implements AutoCloseable {
  private final List<Map<String, String>> asked = new CopyOnWriteArrayList<>();
  private final List<String> users = new CopyOnWriteArrayList<>();
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Answer answer;

  /** What is said to a query. */
  public interface Answer {
    /**
     * @param from seconds since the epoch
     * @return the status, a space, and the body
     */
    String to(String query, long from) throws InterruptedException;
  }

  public FakePrometheus(final Answer answer) throws IOException {
    this.answer = answer;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/below/api/v1/query_range", this::take);
    server.setExecutor(threads);
    server.start();
  }

  /** One series with these samples: pairs of a time and a value. */
  public static String series(final String samples) {
    return "200 {\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":"
        + "[{\"metric\":{},\"values\":[%s]}]}}".formatted(samples);
  }

  /** No series. */
  public static String nothing() {
    return "200 {\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[]}}";
  }

  /** Its address, with a user where there is one. */
  public URI url(final String user) {
    return URI.create(
        "http://%s127.0.0.1:%d/below/".formatted(user, server.getAddress().getPort()));
  }

  /** The parameters of each question. */
  List<Map<String, String>> asked() {
    return asked;
  }

  /** What each question said of who asks. */
  List<String> users() {
    return users;
  }

  private void take(final HttpExchange exchange) throws IOException {
    final Map<String, String> parameters =
        Arrays.stream(exchange.getRequestURI().getRawQuery().split("&"))
            .map(pair -> pair.split("=", 2))
            .collect(Collectors.toMap(pair -> pair[0], pair -> URLDecoder.decode(pair[1], UTF_8)));
    asked.add(parameters);
    users.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
    try {
      final long from = Long.parseLong(parameters.get("start"));
      final String[] said = answer.to(parameters.get("query"), from).split(" ", 2);
      final byte[] body = said[1].getBytes(UTF_8);
      exchange.sendResponseHeaders(Integer.parseInt(said[0]), body.length);
      exchange.getResponseBody().write(body);
    } catch (final InterruptedException e) {
      Thread.currentThread().interrupt(); // nobody waits any more
    }
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
