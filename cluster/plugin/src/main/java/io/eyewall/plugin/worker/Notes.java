package io.eyewall.plugin.worker;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Selects the valid notes among those of a topology. */
public final class Notes {
    private Notes() {}

    /**
     * Returns the latest note of each worker. If notes name two workers in one slot, only the
     * worker started last counts: a slot never has two live workers, so the note of the other
     * worker has merely not expired yet.
     */
    public static List<Note> latest(List<String> names) {
        return latestOf(parse(names));
    }

    /** Parses the names that are notes. */
    static List<Note> parse(List<String> names) {
        return names.stream().flatMap(name -> Note.parse(name).stream()).toList();
    }

    /** Returns the latest note of each worker, as {@link #latest}. */
    static List<Note> latestOf(List<Note> notes) {
        Map<Place, Note> byPlace = new HashMap<>();
        for (Note note : notes) {
            byPlace.merge(note.place(), note, Notes::laterInSlot);
        }
        return List.copyOf(byPlace.values());
    }

    /**
     * Returns whether each slot of an assignment has a worker that has reached a stage.
     *
     * @param notes the latest note of each worker
     */
    public static boolean allSlotsReached(
            List<Note> notes, Board.VersionedAssignment assignment, Stage minStage) {
        Set<Place> slots = Place.allOf(assignment.assignment());
        notes.stream()
                .filter(note -> note.member() && note.hasReached(assignment.version(), minStage))
                .forEach(note -> slots.remove(note.place()));
        return slots.isEmpty();
    }

    private static Note laterInSlot(Note one, Note other) {
        if (one.workerId().equals(other.workerId())) {
            return other.isLaterThan(one) ? other : one;
        }
        return other.startMs() > one.startMs() ? other : one;
    }
}
