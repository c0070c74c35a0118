/**
 * Where versions live: how a model's versions (and, by the same mechanism, the bases of its
 * surrogate) are written to, kept on and read from compacted Kafka topics.
 *
 * <p>A <em>snapshot</em> is a head record plus a byte string cut in blocks of 512 KiB. Blocks go
 * first, the head last, in one transaction and one partition. The keys are
 *
 * <pre>
 *   model/slot/0  model/slot/1  …  model/slot/head        slot = number mod kept snapshots
 * </pre>
 *
 * so that log compaction itself keeps the last snapshots and deletes the rest. A reader delivers a
 * snapshot when its head arrives and every block of its number is there with the right checksum;
 * whatever compaction or a newer snapshot has torn apart is passed over.
 *
 * <p>Nothing that learns may come in, nor Kafka Streams: a downstream service uses this package
 * alone. Of Majorant it uses the schemas and the rooms of this module.
 */
package org.majorant.store;
