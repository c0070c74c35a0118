/**
 * Speed, as ratios between things that are measured in one run on one machine, over the same data.
 * Nothing else uses this room, and it prints nothing: a command shows what it measured.
 */
package org.majorant.research.bench;
