/**
 * How a command speaks to the one who called it: its terminal, if there is one, tables and progress
 * bars on it, Ctrl-C, and JSON for programs.
 *
 * <p>No models, no topics and no brokers come in here, and no room of this module: others hand over
 * what is to be shown.
 */
package org.majorant.ops.terminal;
