/**
 * The commands of this module, one class each: options come in, and what was computed or measured
 * is printed.
 */
package org.majorant.research.cli;
