package org.majorant.peers;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import moa.classifiers.meta.AdaptiveRandomForest;
import moa.classifiers.meta.StreamingRandomPatches;

/**
 * Runs one peer in this JVM, several times, and prints one JSON object: the median of the seconds,
 * and the losses, which are the same each time.
 */
public final class Main {
  private Main() {}

  /**
   * @param args the peer, the file to learn, the file to score, how often, and what the peer asks
   *     for beside; or {@code adwin} and a file of losses
   */
  public static void main(final String[] args) throws Exception {
    if (args[0].equals("adwin")) {
      System.out.println(Adwin.alarms(Path.of(args[1])));
      return;
    }
    final Peer peer = peer(args);
    final int rounds = Integer.parseInt(args[3]);
    final double[] seconds = new double[rounds];
    Peer.Outcome outcome = null;
    for (int round = 0; round < rounds; round++) {
      outcome = peer.run(Path.of(args[1]), Path.of(args[2]));
      seconds[round] = outcome.seconds();
    }
    Arrays.sort(seconds);
    final double median = seconds[rounds / 2];
    final StringBuilder json = new StringBuilder();
    json.append("{\"examples\": ").append(outcome.examples());
    append(json, "seconds", median);
    append(json, "examplesPerSecond", outcome.examples() / median);
    append(json, "progressiveLogLoss", outcome.progressiveLogLoss());
    append(json, "heldOutLogLoss", outcome.heldOutLogLoss());
    append(json, "heldOutAccuracy", outcome.heldOutAccuracy());
    System.out.println(json.append('}'));
  }

  private static void append(final StringBuilder json, final String name, final double value) {
    if (!Double.isNaN(value)) {
      json.append(", \"").append(name).append("\": ");
      json.append(String.format(Locale.ROOT, "%.6g", value));
    }
  }

  private static Peer peer(final String[] args) {
    final Double rate = args.length == 5 ? Double.valueOf(args[4]) : null;
    return switch (args[0]) {
      case "vw" -> new VowpalWabbit(rate, false);
      case "coin" -> new VowpalWabbit(null, true);
      case "ftrl" -> new OnlineGradient(OnlineGradient.Rule.FTRL_PROXIMAL, rate);
      case "adagrad" -> new OnlineGradient(OnlineGradient.Rule.ADAGRAD, rate);
      case "arf" -> Moa.forest(new AdaptiveRandomForest());
      case "srp" -> Moa.forest(new StreamingRandomPatches());
      case "xgboost" -> Tribuo.boostedTrees();
      case "liblinear" ->
          args.length < 6
              ? new Liblinear(1, Double.POSITIVE_INFINITY)
              : new Liblinear(Double.parseDouble(args[4]), Double.parseDouble(args[5]));
      case "moa" -> Moa.gradientDescent(rate);
      case "tribuo" -> Tribuo.logisticRegression(rate);
      case "mallet" -> new Mallet();
      default -> throw new IllegalArgumentException("no peer is called " + args[0]);
    };
  }
}
