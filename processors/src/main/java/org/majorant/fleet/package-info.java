/**
 * Which models a fleet learns, and who says so. Specs are on a compacted topic, whose key is a
 * model's name; commands write them, and fleets follow them. A fleet claims the models whose names
 * match its patterns, and has those that no fleet before it on the log claims while it lives.
 *
 * <p>How models are learned does not come in here.
 */
package org.majorant.fleet;
