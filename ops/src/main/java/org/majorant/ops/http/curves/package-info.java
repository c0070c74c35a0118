/**
 * What the page's charts draw: rows of numbers over time, of seconds, minutes, and, where there is
 * a Prometheus, of longer times; of the model that is learned here and of those that others learn.
 *
 * <p>Nothing here knows who asks: {@link org.majorant.ops.http} serves it.
 */
package org.majorant.ops.http.curves;
