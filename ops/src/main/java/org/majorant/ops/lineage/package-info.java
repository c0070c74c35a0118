/**
 * Who learns which partition of a model's topic, and how far each is: a version's lineage beside
 * what the brokers say of the topic and of the group that reads it. What nobody says is unknown,
 * with the reason, and never zero.
 */
package org.majorant.ops.lineage;
