/**
 * The entry point of the command line. The commands are in {@code cli}; what they do is in rooms of
 * its own ({@code demo}, {@code broker}, {@code http}, {@code doctor}, {@code reproduce}, {@code
 * bench}); options that several commands share are in {@code options}; and what all of these use is
 * in {@code client} and {@code terminal}.
 */
package org.majorant.ops;
