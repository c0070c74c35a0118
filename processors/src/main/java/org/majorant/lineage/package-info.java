/**
 * Which offsets a model has learned from: ranges that must join without a gap or an overlap, a hash
 * that tells the records in them from others, and what to do where a range is lost for good.
 */
package org.majorant.lineage;
