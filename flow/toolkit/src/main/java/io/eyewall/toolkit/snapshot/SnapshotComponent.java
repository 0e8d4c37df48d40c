package io.eyewall.toolkit.snapshot;

import org.jspecify.annotations.Nullable;

/** A spout or bolt that can be part of snapshots. */
public interface SnapshotComponent {
    /**
     * Returns why this component can't be part of snapshots, in words that follow "because"; null
     * if it can.
     */
    @Nullable String whyNoSnapshots();
}
