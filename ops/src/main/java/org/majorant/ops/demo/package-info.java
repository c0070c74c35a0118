/** The whole system on one machine: a broker, topics, a learner, and real data replayed to it. */
package org.majorant.ops.demo;
