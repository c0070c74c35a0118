/**
 * The entry point of the command line. The commands are in {@code cli}; what they do is in rooms of
 * its own ({@code http}, {@code doctor}, {@code deadletters}, {@code lineage}, {@code read}, {@code
 * operate}); options that several commands share are in {@code options}, and what people see in
 * {@code terminal}.
 */
package org.majorant.ops;
