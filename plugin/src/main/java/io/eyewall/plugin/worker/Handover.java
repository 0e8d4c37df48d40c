package io.eyewall.plugin.worker;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How far the workers of a topology are with its newest assignment, as their notes say; for Nimbus.
 * Immutable.
 *
 * @param version of the assignment
 * @param slots where it has executors, by their first and last task
 * @param notes the latest of each worker
 */
public record Handover(int version, Map<List<Long>, Place> slots, List<Note> notes) {
    public Handover {
        slots = Map.copyOf(slots);
        notes = List.copyOf(notes);
    }

    /** Reads it; empty if the topology has no assignment any more. May block. */
    public static Optional<Handover> read(Board board) {
        return board.assignment()
                .map(
                        newest -> {
                            Map<List<Long>, Place> slots = new HashMap<>();
                            newest.assignment()
                                    .get_executor_node_port()
                                    .forEach((tasks, slot) -> slots.put(tasks, Place.of(slot)));
                            return new Handover(
                                    newest.version(), slots, Notes.latest(board.notes()));
                        });
    }

    /** Whether all work by the newest assignment, and nobody else does anything. */
    public boolean isDone() {
        return missing(Stage.ACTIVE).isEmpty() && notes.stream().allMatch(Note::member);
    }

    /** Whether spouts rest, or did: the workers go through with it then. */
    public boolean hasBegun() {
        return notes.stream().anyMatch(note -> note.isAt(version, Stage.DRAINED));
    }

    /** Slots whose worker could not take over yet; empty if all could. */
    public Set<Place> notReady() {
        return missing(Stage.READY);
    }

    private Set<Place> missing(Stage least) {
        Set<Place> missing = new HashSet<>(slots.values());
        notes.stream()
                .filter(note -> note.member() && note.isAt(version, least))
                .forEach(note -> missing.remove(note.place()));
        return missing;
    }

    /**
     * Whether the workers in these slots, which had the executors before, all live, know of the
     * newest assignment, and have handed over nothing.
     */
    public boolean isServedBy(Set<Place> before) {
        Set<Place> silent = new HashSet<>(before);
        notes.stream()
                .filter(
                        note ->
                                note.version() == version
                                        && note.stage().compareTo(Stage.READY) <= 0)
                .forEach(note -> silent.remove(note.place()));
        return silent.isEmpty();
    }
}
