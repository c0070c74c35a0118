package org.majorant.demo;

/**
 * How far a replay is.
 *
 * @param soFar the report on the newest version
 * @param share of this round of the examples that is in a version, 0 to 1
 * @param lag records on the topic that its learner has not read; NaN where that is not known
 */
public record ReplayProgress(DemoReport soFar, double share, double lag) {}
