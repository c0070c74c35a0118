/**
 * Whether the suite is honest: it must fail on a build that learns wrongly. Each {@link
 * org.majorant.acceptance.honesty.Mutant} is such a build, and names the tests that must find it.
 * {@code mvn verify -Dsuite=honesty -pl ops/acceptance -am} makes them, in a copy of the sources.
 */
package org.majorant.acceptance.honesty;
