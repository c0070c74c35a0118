/**
 * Options that several commands have in common, each group with the checks that belong to it and
 * with what it is turned into: a connection, a spec, a file's examples, a model that is read.
 *
 * <p>An option that would be ignored is refused here ({@link org.majorant.ops.options.Usage}). No
 * command comes in: what only one command has stands with that command.
 */
package org.majorant.ops.options;
