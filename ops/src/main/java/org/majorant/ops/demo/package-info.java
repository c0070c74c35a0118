/**
 * The whole system on one machine: a broker, its topics, a learner, and real data that is replayed
 * to it. The command, its options and the data files stay outside.
 */
package org.majorant.ops.demo;
