/**
 * The tables and the figure of Jebara and Choromanska 2012, computed again: each from data to rows
 * that stand beside the paper's, with notes on what does not reproduce. The data sets are files
 * outside the product; the solvers are {@code org.majorant.train}'s as they are.
 */
package org.majorant.ops.reproduce;
