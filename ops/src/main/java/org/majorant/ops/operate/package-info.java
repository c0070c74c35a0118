/**
 * What changes something on the brokers, for an operator: topics are made, examples are sent, a
 * model is rolled back, deleted or begins anew, a loss is accepted.
 *
 * <p>No command and no command-line option comes in here.
 */
package org.majorant.ops.operate;
