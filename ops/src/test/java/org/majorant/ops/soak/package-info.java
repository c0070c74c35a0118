/**
 * What takes longer than {@code mvn verify} should: {@code mvn verify -Psoak} runs these instead of
 * the other tests, on real broker and learner processes.
 */
package org.majorant.ops.soak;
