/**
 * Specs and files: what a spec could say of a file that nobody has described yet, and what a spec
 * makes of a file.
 *
 * <p>{@link org.majorant.file.spec.TableProfile} looks at the columns of a table, {@link
 * org.majorant.file.spec.EventProfile} at those of events, whose format it finds, {@link
 * org.majorant.file.spec.InferredSpec} writes a spec of what it saw, and {@link
 * org.majorant.file.spec.SpecCheck} tries a spec on a file. Nothing is learned here.
 */
package org.majorant.file.spec;
