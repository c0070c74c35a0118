/**
 * What keeps this machine and its brokers from learning, and what to do about it. A check looks and
 * changes nothing; it knows nothing of options or of how its findings are shown.
 */
package org.majorant.ops.doctor;
