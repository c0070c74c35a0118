/**
 * What the words of a sentence, and the cells of a row, say: {@link
 * org.majorant.template.FeatureTemplates} and {@link org.majorant.template.RowFeatures} make named
 * features of them, before a feature space sees them. Who writes a spec names the templates, and
 * what the columns are.
 *
 * <p>Nothing is learned or indexed here.
 */
package org.majorant.template;
