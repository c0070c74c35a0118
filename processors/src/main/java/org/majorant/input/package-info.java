/**
 * Whether the topic that a model reads is the log that it has learned from. Offsets name records of
 * one log only: if a topic was deleted and made again, or has lost its end, the same offsets are
 * other records. What is learned on such a log is wrong, and nothing else would tell.
 */
package org.majorant.input;
