/**
 * Tables and figures of papers, computed again: those of Jebara and Choromanska 2012, and what
 * Tang, Ruozzi, Belanger and Jebara 2015 say of matchings. Each goes from data to rows that stand
 * beside the paper's, with notes on what does not reproduce. The data sets are files outside the
 * product, or drawn here; the solvers are {@code org.majorant.train}'s as they are.
 */
package org.majorant.research.reproduce;
