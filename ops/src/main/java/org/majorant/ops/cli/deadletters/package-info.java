/**
 * The commands about dead letters: what was rejected and why, and the way back to a topic after a
 * mend. What they have in common, reading the topic and sending to another, is in {@code client}.
 */
package org.majorant.ops.cli.deadletters;
