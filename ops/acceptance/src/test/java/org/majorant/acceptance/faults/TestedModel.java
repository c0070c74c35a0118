package org.majorant.acceptance.faults;

import java.io.IOException;
import java.util.List;
import org.majorant.ops.data.Adult;
import org.majorant.ops.data.Wikigold;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;

/**
 * The models that rounds learn: one of each memory, one of views, one that forgets, a large one,
 * sentences.
 */
enum TestedModel {
  FULL("features: {dimension: 124}, curvature: {memory: full}"),
  DIAGONAL("features: {dimension: 124}, curvature: {memory: diagonal}"),
  LOW_RANK("features: {dimension: 124}, curvature: {memory: low-rank, rank: 8}"),
  VIEWS(
      "features: {dimension: 124, standardize: 200}, views: [linear, hats],"
          + " curvature: {memory: diagonal}"),
  HALF_LIFE("features: {dimension: 124}, forgetting: {half-life: 5000}"),
  MILLION_WEIGHTS("features: {hash-bits: 20}, curvature: {memory: diagonal}"),
  SENTENCES("task: sequence, features: {hash-bits: 16}, curvature: {memory: diagonal}");

  private static final String NAME = "tested";
  private static final int HELD_OUT = 4000;

  private final String fields;

  TestedModel(final String fields) {
    this.fields = fields;
  }

  /**
   * The spec as its file has it.
   *
   * @param more fields, each after a comma
   */
  String yaml(final String more) {
    final String labels = this == SENTENCES ? "O, I-LOC, I-MISC, I-ORG, I-PER" : "'-1', '+1'";
    return "{model: %s, labels: [%s], %s, publish: {interval: 100ms}%s}"
        .formatted(NAME, labels, fields, more);
  }

  ModelSpec spec() {
    return SpecFile.read(yaml(""));
  }

  /** Examples a second: such that faults fall while it learns, and the machine keeps up. */
  double rate() {
    return this == SENTENCES ? 30 : 400;
  }

  /**
   * Whether one partition's weights are a function of its log. Low-rank memory folds its rows where
   * it ships, and where it ships depends on the pace.
   */
  boolean isFunctionOfTheLog() {
    return this != LOW_RANK;
  }

  /**
   * By how much the held-out loss of several workers may differ from that of one, in percent. On a
   * slow machine bases come late, and workers are as far apart as their quota allows. Sentences are
   * few, so that it shows: {@code evaluate --workers 4 --async 5 --sync 64 --passes 2} on Wikigold
   * differs by 4.8.
   */
  double closeLossPercent() {
    return this == SENTENCES ? 6 : 2;
  }

  /** Labeled examples in Avro. */
  List<byte[]> train() throws IOException {
    return this == SENTENCES ? Wikigold.train() : Adult.train();
  }

  /** Others, to score a model on. */
  List<byte[]> heldOut() throws IOException {
    return this == SENTENCES ? Wikigold.test() : Adult.test().subList(0, HELD_OUT);
  }
}
