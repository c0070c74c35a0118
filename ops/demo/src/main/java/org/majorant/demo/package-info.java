/**
 * The whole system on one machine: a broker, its topics, a learner, and data that is replayed to
 * it. The data is real, or examples are made up ({@link org.majorant.demo.GeneratedData}): then the
 * page draws some that are never learned, as each version sees them. The command, its options and
 * the data files stay outside.
 */
package org.majorant.demo;
