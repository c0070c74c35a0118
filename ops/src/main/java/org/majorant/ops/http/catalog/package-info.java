/**
 * The published models as they stand now, in bounded memory whatever is on the model topic: heads
 * of all versions that are kept, and the parameters that somebody asks for.
 *
 * <p>Nothing here knows who asks, but what is missing is said by HTTP's own exceptions: {@link
 * org.majorant.ops.http} serves it.
 */
package org.majorant.ops.http.catalog;
