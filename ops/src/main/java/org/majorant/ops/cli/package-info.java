/**
 * The commands, one class each: options come in, one call is made, and the output is for people or
 * (by {@code --json}) for programs. What a command does stands in another room, which does not know
 * the command.
 */
package org.majorant.ops.cli;
