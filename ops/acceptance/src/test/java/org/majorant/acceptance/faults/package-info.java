/**
 * The attack on a running system: processes that are killed or stand still, disks that are full,
 * records that are forged, clients without rights. Whatever happens, each offset is learned exactly
 * once or declared lost. {@code mvn verify -Dsuite=faults -pl ops/acceptance -am} runs these tests.
 */
package org.majorant.acceptance.faults;
