/** The commands about specs: one that writes a spec for a file, and one that tries it. */
package org.majorant.ops.cli.spec;
