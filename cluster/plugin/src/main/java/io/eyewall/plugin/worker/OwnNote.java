package io.eyewall.plugin.worker;

import java.util.List;

/**
 * Detects that a worker's ZooKeeper session has ended: its notes are gone then, and other workers
 * may consider it dead. Used by one thread.
 */
final class OwnNote {
    private final String workerId;
    private boolean written;
    private boolean lost;

    OwnNote(String workerId) {
        this.workerId = workerId;
    }

    /**
     * Checks the board for this worker's note. Must also be called before each write, because a new
     * note would hide that the previous one was lost.
     *
     * @param board all current notes
     */
    void check(List<Note> board) {
        boolean there = board.stream().anyMatch(note -> note.workerId().equals(workerId));
        lost |= written && !there;
        written = there;
    }

    /** Records that a note of this worker is on the board, or may be. */
    void onWritten() {
        written = true;
    }

    /** Returns whether notes were lost that {@link #takeLost} has not reported yet. */
    boolean isLost() {
        return lost;
    }

    /** Returns whether notes were lost since the previous call. */
    boolean takeLost() {
        boolean answer = lost;
        lost = false;
        return answer;
    }
}
