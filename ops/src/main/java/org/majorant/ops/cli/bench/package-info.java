/**
 * The commands that measure. The work is in {@code ops.bench}; here are options, and what is
 * printed.
 */
package org.majorant.ops.cli.bench;
