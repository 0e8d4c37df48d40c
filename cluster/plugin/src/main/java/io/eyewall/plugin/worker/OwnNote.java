package io.eyewall.plugin.worker;

import java.util.List;

/**
 * Detects that a worker's ZooKeeper session has ended: its notes are gone then, and other workers
 * may consider it dead. Used by one thread.
 */
final class OwnNote {
    private final String workerId;
    private boolean expected; // whether a note of this worker should be on the board
    private boolean lost; // whether a note was lost since the last call of takeLost

    OwnNote(String workerId) {
        this.workerId = workerId;
    }

    /**
     * Checks the board for this worker's note. Must also be called before each write, because a new
     * note would hide that the previous one was lost.
     *
     * @param notes all current notes
     */
    void check(List<Note> notes) {
        boolean found = notes.stream().anyMatch(note -> note.workerId().equals(workerId));
        lost |= expected && !found;
        expected = found;
    }

    /** Records that a note of this worker is on the board, or may be. */
    void onWritten() {
        expected = true;
    }

    /** Returns whether notes were lost that {@link #takeLost} has not reported yet. */
    boolean isLost() {
        return lost;
    }

    /** Returns whether notes were lost since the previous call. */
    boolean takeLost() {
        boolean wasLost = lost;
        lost = false;
        return wasLost;
    }
}
