/**
 * What several commands ask of the brokers and show of the answer: the published models, one
 * version as a line or as a panel, its weights and its labels for a sentence, and examples that are
 * sent to a topic. {@link org.majorant.ops.client.CommandFailed} is the one way in which a command
 * fails.
 *
 * <p>No command and no command-line option comes in here, and no broker of our own.
 */
package org.majorant.ops.client;
