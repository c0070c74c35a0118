/**
 * The commands that need a broker of their own. They are part of the command line where this module
 * is on the class path.
 */
package org.majorant.demo.cli;
