/**
 * What is read from the brokers and shown: the published models, one version as a line or as a
 * panel, its weights, its labels for a sentence, its lineage and its replay, and the pace of
 * learning. Nothing here writes to a topic.
 *
 * <p>No command and no command-line option comes in here.
 */
package org.majorant.ops.read;
