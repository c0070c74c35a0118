/**
 * Whether the suite is honest: it must fail on a build that learns wrongly. Each {@link
 * org.majorant.ops.honesty.Mutant} is such a build, and names the tests that must find it. {@code
 * mvn verify -Phonesty -pl ops -am} makes them, in a copy of the sources.
 */
package org.majorant.ops.honesty;
