/**
 * How a majorizer's state moves: a summary is checked, joins its partition's lineage or is refused,
 * and is merged with others into a base that can be solved ({@link
 * org.majorant.majorize.Majorization}).
 *
 * <p>How sites add up is {@code org.majorant.merge}'s business. No Kafka Streams here, no store and
 * no timer: records come with their offsets from whoever reads them, whether a learner that runs or
 * somebody who reads them again later. Times are milliseconds.
 */
package org.majorant.majorize;
