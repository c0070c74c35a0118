/**
 * Events in a schema of their own become rows. {@link org.majorant.event.EventReader} opens a value
 * in any of the formats, says what stands at a path of it, and makes its features by the {@code
 * columns} of a spec, as those of a table are made.
 *
 * <p>A format only walks over a value and tells what stands where ({@link
 * org.majorant.event.EventLeaves}): it knows nothing of columns, labels or conditions. Specs, index
 * spaces and Kafka do not come in.
 */
package org.majorant.event;
