package org.majorant.acceptance.tools;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A headless Chromium with one page, driven over its DevTools protocol. */
final class Chromium implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long SECONDS = 30;

  private final Map<Integer, CompletableFuture<JsonNode>> asked = new ConcurrentHashMap<>();
  private final AtomicInteger ids = new AtomicInteger();
  private final Process process;
  private final WebSocket socket;

  private Chromium(final Process process, final String page) {
    this.process = process;
    this.socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .buildAsync(URI.create(page), new Answers())
            .join();
  }

  /**
   * Starts it, or ends the test where there is none.
   *
   * @param profile an empty directory
   */
  static Chromium start(final Path profile) throws IOException, InterruptedException {
    final List<String> options =
        new ArrayList<>(
            List.of(
                "--headless=new",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "--hide-scrollbars",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run"));
    if (System.getProperty("user.name").equals("root")) {
      options.add("--no-sandbox"); // Chromium refuses root otherwise
    }
    options.add("about:blank");
    final Process process =
        Tool.find("chromium", "chromium")
            .command(profile, options.toArray(String[]::new))
            .redirectErrorStream(true)
            .start();
    try {
      return new Chromium(process, page(port(process)));
    } catch (final IOException | InterruptedException e) {
      process.destroyForcibly();
      throw e;
    }
  }

  void open(final String url) {
    ask("Page.navigate", Map.of("url", url));
  }

  /** The value of an expression on the page, a promise's too. */
  JsonNode evaluate(final String expression) {
    final JsonNode answer = ask("Runtime.evaluate", evaluation(expression));
    if (answer.has("exceptionDetails")) {
      throw new AssertionError(expression + ": " + answer.get("exceptionDetails"));
    }
    return answer.path("result").path("value");
  }

  /** Whether an expression is true on the page; not so while another page takes its place. */
  boolean holds(final String expression) {
    final JsonNode said = send("Runtime.evaluate", evaluation(expression));
    final String error = said.at("/error/message").asText();
    if (error.contains("navigated") || error.contains("context")) {
      return false;
    }
    return result("Runtime.evaluate", said).at("/result/value").asBoolean();
  }

  private static Map<String, ?> evaluation(final String expression) {
    return Map.of("expression", expression, "returnByValue", true, "awaitPromise", true);
  }

  /** From now on, {@link #cpuSeconds} counts. */
  void countCpu() {
    ask("Performance.enable", Map.of("timeDomain", "threadTicks"));
  }

  /**
   * What the page has cost its thread in scripts, layout and painting; another's load adds none.
   */
  double cpuSeconds() {
    for (final JsonNode metric : ask("Performance.getMetrics", Map.of()).get("metrics")) {
      if (metric.get("name").asText().equals("TaskDuration")) {
        return metric.get("value").asDouble();
      }
    }
    throw new AssertionError("the browser has no TaskDuration");
  }

  /** Shows the page so wide, in CSS pixels, on a light or a dark system. */
  void show(final int width, final int height, final boolean phone, final boolean dark) {
    ask(
        "Emulation.setDeviceMetricsOverride",
        Map.of(
            "width", width, "height", height, "deviceScaleFactor", phone ? 2 : 1, "mobile", phone));
    final var scheme = Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light");
    ask("Emulation.setEmulatedMedia", Map.of("features", List.of(scheme)));
  }

  /** Drags the mouse from one place of the window to another, in CSS pixels. */
  void drag(final double fromX, final double toX, final double y) {
    mouse("mouseMoved", fromX, y, 0);
    mouse("mousePressed", fromX, y, 1);
    mouse("mouseMoved", (fromX + toX) / 2, y, 1);
    mouse("mouseMoved", toX, y, 1);
    mouse("mouseReleased", toX, y, 1);
  }

  private void mouse(final String type, final double x, final double y, final int clicks) {
    ask(
        "Input.dispatchMouseEvent",
        Map.of(
            "type",
            type,
            "x",
            x,
            "y",
            y,
            "button",
            clicks > 0 ? "left" : "none",
            "clickCount",
            clicks));
  }

  /** Presses a key, by its name in events, on what has the focus. */
  void press(final String key) {
    for (final String type : List.of("rawKeyDown", "keyUp")) {
      ask("Input.dispatchKeyEvent", Map.of("type", type, "key", key));
    }
  }

  /** The whole page as it is now. */
  void screenshot(final Path png) throws IOException {
    capture(png, true);
  }

  /** As much of the page as the window shows. */
  void window(final Path png) throws IOException {
    capture(png, false);
  }

  private void capture(final Path png, final boolean beyond) throws IOException {
    final JsonNode answer =
        ask("Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", beyond));
    Files.createDirectories(png.getParent());
    Files.write(png, Base64.getDecoder().decode(answer.get("data").asText()));
  }

  /** Ends it with its helpers, which would go on writing into the profile for a moment. */
  @Override
  public void close() {
    socket.abort();
    final List<ProcessHandle> helpers = process.descendants().toList();
    process.destroyForcibly().onExit().join();
    helpers.forEach(ProcessHandle::destroyForcibly);
    helpers.forEach(helper -> helper.onExit().join());
  }

  private JsonNode ask(final String method, final Map<String, ?> parameters) {
    return result(method, send(method, parameters));
  }

  private static JsonNode result(final String method, final JsonNode said) {
    if (said.has("error")) {
      throw new AssertionError(method + ": " + said.get("error"));
    }
    return said.get("result");
  }

  private JsonNode send(final String method, final Map<String, ?> parameters) {
    final int id = ids.incrementAndGet();
    final CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    asked.put(id, answer);
    socket.sendText(
        JSON.valueToTree(Map.of("id", id, "method", method, "params", parameters)).toString(),
        true);
    return answer.orTimeout(SECONDS, TimeUnit.SECONDS).join();
  }

  /** The port that it says it listens on; what it says later is read by nobody, but away. */
  private static int port(final Process process) throws IOException {
    final BufferedReader out = process.inputReader();
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      if (line.startsWith("DevTools listening on ")) {
        final Thread drain = new Thread(() -> out.lines().forEach(l -> {}), "chromium-output");
        drain.setDaemon(true);
        drain.start();
        return URI.create(line.substring(line.indexOf("ws://"))).getPort();
      }
    }
    throw new IOException("Chromium ended before it listened");
  }

  private static String page(final int port) throws IOException, InterruptedException {
    final var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/json/list")).build();
    final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    while (System.nanoTime() < deadline) {
      final String list = HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
      for (final JsonNode target : JSON.readTree(list)) {
        if (target.path("type").asText().equals("page")) {
          return target.get("webSocketDebuggerUrl").asText();
        }
      }
      Thread.sleep(50);
    }
    throw new IOException("Chromium has no page");
  }

  private final class Answers implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(
        final WebSocket from, final CharSequence part, final boolean last) {
      text.append(part);
      if (last) {
        try {
          final JsonNode message = JSON.readTree(text.toString());
          final var answer = asked.remove(message.path("id").asInt());
          if (answer != null) {
            answer.complete(message);
          }
        } catch (final IOException e) {
          throw new AssertionError(e);
        } finally {
          text.setLength(0);
        }
      }
      from.request(1);
      return null;
    }
  }
}
