/**
 * Kafka's own server on this machine, as a process of its own that does not outlive its owner.
 * Nothing here knows of models or of the command line.
 */
package org.majorant.demo.broker;
