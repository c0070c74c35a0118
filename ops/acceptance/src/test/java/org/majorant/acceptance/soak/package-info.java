/**
 * What takes longer than {@code mvn verify} should: {@code mvn verify -Dsuite=soak} runs these
 * instead of the other tests, on real broker and learner processes.
 */
package org.majorant.acceptance.soak;
