package org.majorant.ops.http.inference;

import io.javalin.http.ContentTooLargeResponse;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.majorant.model.Prediction;
import org.majorant.ops.http.catalog.LoadedVersion;
import org.majorant.schema.LabeledExample;
import org.majorant.served.PredictionLog;

/**
 * How any request for predictions is answered: the body is read before the request's turn, which
 * one who sends slowly would hold for long; short ones need no turn; the answer names its version;
 * and it is timed. Series are bounded: a model has one for each outcome where an answer was given,
 * and the models after the first hundred have theirs together, as unknown ones do.
 */
public final class PredictionRequests {
  /** Says which version has answered. */
  public static final String VERSION = "X-Model-Version";

  private static final int SHORT = 4096; // characters

  /** Of an answer to several examples: a short body of tokens has many probabilities. */
  private static final int MOST_ANSWERED = 32 << 20;

  private static final int MOST_MODELS = 100;
  private static final String OTHERS = "(other)";

  private final HeavyRequests heavy;
  private final MeterRegistry registry;
  private final PredictionLog log; // null: nobody wants it
  private final Map<String, Map<Integer, Timer>> timers = new ConcurrentHashMap<>();

  /** What is said of a body. */
  @FunctionalInterface
  interface Answer {
    void give(Context ctx, LoadedVersion version, String body) throws Exception;
  }

  public PredictionRequests(final HeavyRequests heavy, final MeterRegistry registry) {
    this(heavy, registry, null);
  }

  /**
   * @param log of what is answered; null: there is none
   */
  public PredictionRequests(
      final HeavyRequests heavy, final MeterRegistry registry, final PredictionLog log) {
    this.heavy = heavy;
    this.registry = registry;
    this.log = log;
  }

  /** What is answered to examples, each in its place; told when nothing can go wrong any more. */
  void answered(
      final String model,
      final List<LabeledExample> examples,
      final List<? extends Prediction> predictions) {
    for (int i = 0; log != null && i < predictions.size(); i++) {
      log.record(model, examples.get(i), predictions.get(i));
    }
  }

  /**
   * @param wanted which version to answer by
   */
  void answer(
      final Context ctx,
      final String model,
      final Supplier<LoadedVersion> wanted,
      final Answer answer)
      throws Exception {
    final long begin = System.nanoTime();
    String known = OTHERS;
    int status = 500;
    try {
      RequestBody.isTable(ctx);
      final String body = RequestBody.text(ctx);
      final LoadedVersion version = wanted.get();
      known = model;
      ctx.header(VERSION, Long.toString(version.version().version()));
      if (body.length() <= SHORT) {
        answer.give(ctx, version, body);
      } else {
        heavy.inTurn(turn -> answer.give(turn, version, body)).handle(ctx);
      }
      status = 200;
    } catch (final HttpResponseException e) {
      status = e.getStatus();
      throw e;
    } finally {
      timer(known, status).record(Duration.ofNanos(System.nanoTime() - begin));
    }
  }

  /**
   * @param characters of the answer so far
   * @param examples that it is to
   * @throws ContentTooLargeResponse where another one has no room
   */
  static void requireRoom(final long characters, final int examples) {
    if (characters > MOST_ANSWERED) {
      throw new ContentTooLargeResponse(
          "the answer is larger than %d characters at example %d: send fewer at a time"
              .formatted(MOST_ANSWERED, examples));
    }
  }

  /** Counts what a row has that its model does not know, and what it lacks. */
  void told(final String model, final int unknown, final int missing) {
    count("majorant.row.unknown.columns", "Columns of rows that the model does not know", model)
        .increment(unknown);
    count("majorant.row.missing.columns", "Columns of the spec that rows lack", model)
        .increment(missing);
  }

  private Counter count(final String name, final String help, final String model) {
    return Counter.builder(name).description(help).tag("model", counted(model)).register(registry);
  }

  private String counted(final String model) {
    return timers.containsKey(model) || timers.size() < MOST_MODELS ? model : OTHERS;
  }

  private Timer timer(final String model, final int status) {
    final String counted = counted(model);
    return timers
        .computeIfAbsent(counted, name -> new ConcurrentHashMap<>())
        .computeIfAbsent(
            status,
            code ->
                Timer.builder("majorant.predictions")
                    .description("Requests for predictions, by model and HTTP status")
                    .tag("model", counted)
                    .tag("status", Integer.toString(code))
                    .serviceLevelObjectives(
                        Duration.ofMillis(1),
                        Duration.ofMillis(5),
                        Duration.ofMillis(25),
                        Duration.ofMillis(100),
                        Duration.ofSeconds(1))
                    .register(registry));
  }
}
