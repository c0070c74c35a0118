/**
 * What the words of a sentence say: {@link org.majorant.template.FeatureTemplates} make named
 * features of them, before a feature space sees them. Who writes a spec names the templates.
 *
 * <p>Nothing is learned or indexed here.
 */
package org.majorant.template;
