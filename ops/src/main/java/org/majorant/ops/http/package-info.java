/**
 * What a learner says over HTTP: metrics and health, the published models and their predictions,
 * and a page that shows it learn. Static files are in {@code resources/web}; the charts are drawn
 * by Chart.js in the browser.
 *
 * <p>This room looks on: nothing here learns, writes to a topic, or holds a learner up.
 */
package org.majorant.ops.http;
