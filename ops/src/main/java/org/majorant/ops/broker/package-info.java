/**
 * Kafka for one machine: a real broker as a process of its own, and the topics that Majorant needs
 * on any broker. Nothing here knows of models or of the command line.
 */
package org.majorant.ops.broker;
