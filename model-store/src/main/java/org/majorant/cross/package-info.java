/**
 * Features that are made of others by their names, before they have an index: numbers become
 * categories, and features are multiplied with one another.
 *
 * <p>{@link org.majorant.cross.MadeFeatures} is the one way in. What it makes has a name as any
 * feature has, so that all that comes after, down to the weights that people read, need not know
 * where a feature comes from. What makes features is hot: it works on arrays that are reused.
 *
 * <p>No indices, no hashing, no weights and no Kafka.
 */
package org.majorant.cross;
