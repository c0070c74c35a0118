/**
 * What the values of feature vectors are, found in the values alone: indicators, counts, numbers.
 * How a file is read, and what a spec makes of the kind, is not known here.
 */
package org.majorant.file.kind;
