/** How soon the tests of drift notice a change, and how often they are wrong, on drawn streams. */
package org.majorant.research.bench.drift;
