/**
 * The topics themselves as the changelog of their processors. No running sum is written to a store
 * for each record: when it starts again, a processor reads again from the log what its checkpoint
 * does not cover, here and in order. Nothing here knows what the records mean.
 */
package org.majorant.log;
