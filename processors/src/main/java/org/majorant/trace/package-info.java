/**
 * The way of a version from its examples to its publication, as a trace. Workers say in a header of
 * each summary what it covers, and the instance that publishes a version tells the whole way then.
 * Nothing here knows where traces are sent, or what the records say. Times are milliseconds.
 */
package org.majorant.trace;
