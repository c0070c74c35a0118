/** Speed as ratios between things measured in one run, on one machine, over the same topic. */
package org.majorant.ops.bench;
