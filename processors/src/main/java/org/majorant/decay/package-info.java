/**
 * How much an old example still counts (MATHS.md 9): {@link org.majorant.decay.Decay} is the rule
 * of a spec, and {@link org.majorant.decay.Clock} applies it to what one memory knows.
 *
 * <p>Time is the examples' own, never that of the machine.
 */
package org.majorant.decay;
