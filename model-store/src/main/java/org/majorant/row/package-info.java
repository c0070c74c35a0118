/**
 * Rows become features: the cells of a table, the fields of a record. {@link
 * org.majorant.row.RowFeatures} says by the {@code columns} of a spec what each column is, and a
 * {@link org.majorant.row.Row} takes what stands in them. So the same row gives the same features,
 * whatever file, topic or request it comes in.
 *
 * <p>Formats are not known here, nor is an index space.
 */
package org.majorant.row;
