/**
 * What the reproductions about matchings share: matchings that are known, of a film, of drawn
 * features or of a questionnaire; other learners of them; the exact likelihood, and the programs
 * that take its place with what the way to their optimum costs. No tables and no files.
 */
package org.majorant.research.reproduce.matching;
