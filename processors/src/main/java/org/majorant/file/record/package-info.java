/**
 * Files whose records bring their schema along, those of Avro and Parquet: one record at a time, as
 * Avro's generic records. What a record means is not known here.
 */
package org.majorant.file.record;
