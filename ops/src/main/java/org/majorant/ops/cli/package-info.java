/**
 * The commands, one class each: options in, one call, output for people or (by {@code --json}) for
 * machines. What a command does lives elsewhere and knows nothing of options.
 */
package org.majorant.ops.cli;
