/**
 * Rejected records: how they are read from the dead-letter topic and shown to a person, and how
 * they are sent once more to the topic that they came from, each at most once.
 *
 * <p>The commands and the page say the same words, which are made here. No command and no
 * command-line option comes in here.
 */
package org.majorant.ops.deadletters;
