/**
 * By which values of its features the loss of an example is counted, too.
 *
 * <p>{@link org.majorant.slice.SliceValues} reads them from an example as it came, before its
 * features have indices. It is hot: it works on arrays that are reused.
 *
 * <p>No indices, no losses and no Kafka.
 */
package org.majorant.slice;
