package io.eyewall.toolkit.snapshot;

/**
 * Identifies a snapshot.
 *
 * @param lineage name of the series of snapshots, which begins with an empty folder
 * @param number number of the snapshot, which grows in its series
 */
public record SnapshotId(String lineage, long number) {}
