package io.eyewall.toolkit.sink;

/**
 * A writer whose medium can be cut back to what it was at a snapshot, such as a file. So it has
 * each tuple once, without waiting for snapshots to be whole. Called by the bolt's thread.
 */
public interface RewindableWriter extends SinkWriter {
    /** Returns whether this writer's medium is one that can be cut back. */
    boolean isRewindable();

    /** Returns how much the medium has, all of it on the disk. The writer may be closed. */
    long position() throws Exception;

    /**
     * Makes the next {@link #open} cut the medium back to a position; 0: begin anew. The writer is
     * closed.
     */
    void rewind(long position);
}
