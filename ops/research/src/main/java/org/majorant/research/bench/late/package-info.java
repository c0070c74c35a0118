/** What labels that come late cost a model, and what correcting it wins back: without a broker. */
package org.majorant.research.bench.late;
