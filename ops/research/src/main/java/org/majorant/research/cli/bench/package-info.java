/**
 * The commands that measure. The work is in {@code research.bench}; here are options, and what is
 * printed.
 */
package org.majorant.research.cli.bench;
