/**
 * The command line's entry point, and what several rooms of this module share: the one way that a
 * command fails, sending examples, looking at what is published. Commands are in {@code cli}, what
 * they run is in rooms of its own.
 */
package org.majorant.ops;
