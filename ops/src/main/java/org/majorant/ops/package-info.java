/**
 * The command line's entry point and the one way that a command fails, seen from every room of this
 * module. Nothing else comes in: commands are in {@code cli}, what they run is in rooms of its own.
 */
package org.majorant.ops;
