/**
 * What the page's charts draw: rows of numbers over time, of seconds and minutes; of the model that
 * is learned here and of those that others learn.
 *
 * <p>Nothing here knows who asks: {@link org.majorant.ops.http} serves it.
 */
package org.majorant.ops.http.curves;
