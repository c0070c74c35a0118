package org.majorant.ops.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Takes what is sent to it by OpenTelemetry's protocol, and keeps it. */
public final class OtlpReceiver implements AutoCloseable {
  private final BlockingQueue<ExportMetricsServiceRequest> received = new LinkedBlockingQueue<>();
  private final BlockingQueue<Span> spans = new LinkedBlockingQueue<>();
  private final HttpServer server;

  public OtlpReceiver() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/v1/metrics", this::take);
    server.createContext("/v1/traces", this::takeTraces);
    server.start();
  }

  private void take(final HttpExchange exchange) throws IOException {
    received.add(ExportMetricsServiceRequest.parseFrom(exchange.getRequestBody()));
    exchange.sendResponseHeaders(200, -1);
    exchange.close();
  }

  private void takeTraces(final HttpExchange exchange) throws IOException {
    ExportTraceServiceRequest.parseFrom(exchange.getRequestBody()).getResourceSpansList().stream()
        .flatMap(resource -> resource.getScopeSpansList().stream())
        .forEach(scope -> spans.addAll(scope.getSpansList()));
    exchange.sendResponseHeaders(200, -1);
    exchange.close();
  }

  /** The spans that have come, in the order in which they ended. */
  public List<Span> spans() {
    return List.copyOf(spans);
  }

  public URI url() {
    return URI.create("http://127.0.0.1:%d/v1/metrics".formatted(server.getAddress().getPort()));
  }

  /** The next that was sent; null where none comes. */
  public ExportMetricsServiceRequest next() throws InterruptedException {
    return received.poll(30, TimeUnit.SECONDS);
  }

  /** The same of what has come already. */
  public ExportMetricsServiceRequest sentSoFar() {
    return received.poll();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
