package io.eyewall.plugin.worker;

import java.util.List;

/**
 * Tells a worker that its ZooKeeper session has ended since it was last on the board: its notes are
 * gone then, and the others may have taken it for dead. One thread.
 */
final class OwnNote {
    private final String workerId;
    private boolean written;
    private boolean lost;

    OwnNote(String workerId) {
        this.workerId = workerId;
    }

    /**
     * Has to be called before each write, too: the note would hide that the last one was lost.
     *
     * @param board all notes that are there now
     */
    void look(List<Note> board) {
        boolean there = board.stream().anyMatch(note -> note.workerId().equals(workerId));
        lost |= written && !there;
        written = there;
    }

    /** A note of this worker is on the board, or may be. */
    void wrote() {
        written = true;
    }

    /** Whether notes were lost that {@link #takeLost} has not answered for yet. */
    boolean isLost() {
        return lost;
    }

    /** Whether notes were lost since this was last asked. */
    boolean takeLost() {
        boolean answer = lost;
        lost = false;
        return answer;
    }
}
