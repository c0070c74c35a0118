package org.majorant.ops.demo;

/**
 * How far a replay is.
 *
 * @param soFar the report on the newest version
 * @param share of this round of the examples that is in a version, 0 to 1
 * @param lag records sent, or on the topic before, that are in no version yet
 */
public record ReplayProgress(DemoReport soFar, double share, long lag) {}
