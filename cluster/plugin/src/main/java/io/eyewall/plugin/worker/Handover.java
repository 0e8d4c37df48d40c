package io.eyewall.plugin.worker;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The progress of a topology's workers with its newest assignment, according to their notes; for
 * Nimbus. Immutable.
 *
 * @param version the version of the assignment
 * @param slots the slot of each executor, by first and last task
 * @param notes the latest note of each worker
 */
public record Handover(int version, Map<List<Long>, Place> slots, List<Note> notes) {
    public Handover {
        slots = Map.copyOf(slots);
        notes = List.copyOf(notes);
    }

    /** Reads the progress; empty if the topology has no assignment any more. May block. */
    public static Optional<Handover> read(Board board) {
        return board.assignment()
                .map(
                        newest -> {
                            Map<List<Long>, Place> slots = new HashMap<>();
                            newest.assignment()
                                    .get_executor_node_port()
                                    .forEach((tasks, slot) -> slots.put(tasks, Place.of(slot)));
                            return new Handover(
                                    newest.version(), slots, Notes.latest(board.noteNames()));
                        });
    }

    /** Returns whether all members work by the newest assignment and no other worker is left. */
    public boolean isDone() {
        return slotsBelow(Stage.ACTIVE).isEmpty() && notes.stream().allMatch(Note::member);
    }

    /** Returns whether spouts have paused, after which the workers complete the hand-over. */
    public boolean spoutsHavePaused() {
        return notes.stream().anyMatch(note -> note.hasReached(version, Stage.DRAINED));
    }

    /** Returns the slots whose workers are not ready to take over; empty if all are. */
    public Set<Place> notReady() {
        return slotsBelow(Stage.READY);
    }

    /** Returns the slots without a member that has reached a stage. */
    private Set<Place> slotsBelow(Stage minStage) {
        Set<Place> missing = new HashSet<>(slots.values());
        notes.stream()
                .filter(note -> note.member() && note.hasReached(version, minStage))
                .forEach(note -> missing.remove(note.place()));
        return missing;
    }

    /**
     * Returns whether the workers in the previous slots are all alive, know the newest assignment
     * and have not paused for it.
     *
     * @param before the slots of the executors before the move
     */
    public boolean previousWorkersContinue(Set<Place> before) {
        Set<Place> unserved = new HashSet<>(before);
        notes.stream()
                .filter(
                        note ->
                                note.version() == version
                                        && note.stage().compareTo(Stage.READY) <= 0)
                .forEach(note -> unserved.remove(note.place()));
        return unserved.isEmpty();
    }
}
