/**
 * A spec that has grown: where what was learned by one spec lies in a wider one, and from which
 * specs a model has grown.
 */
package org.majorant.growth;
