/**
 * The commands about models: what is published, what it was learned from, and what an operator does
 * to it. What they have in common, reading versions, is in {@code options}.
 */
package org.majorant.ops.cli.models;
