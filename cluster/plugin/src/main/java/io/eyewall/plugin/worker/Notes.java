package io.eyewall.plugin.worker;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Selects the valid notes of a folder. */
public final class Notes {
    private Notes() {}

    /**
     * Returns the latest note of each worker. If notes name two workers in one slot, only the
     * worker started last counts: a slot never has two live workers, so the other's note has just
     * not expired yet.
     */
    public static List<Note> latest(List<String> names) {
        return latestOf(parsed(names));
    }

    /** Returns all names that are notes, parsed. */
    static List<Note> parsed(List<String> names) {
        return names.stream().flatMap(name -> Note.parse(name).stream()).toList();
    }

    /** Returns the latest of parsed notes. */
    static List<Note> latestOf(List<Note> notes) {
        Map<Place, Note> byPlace = new HashMap<>();
        for (Note note : notes) {
            byPlace.merge(note.place(), note, Notes::laterOfSlot);
        }
        return List.copyOf(byPlace.values());
    }

    /**
     * Returns whether each slot of an assignment has a worker that has reached a stage.
     *
     * @param notes the latest notes
     */
    public static boolean serve(List<Note> notes, Board.Versioned newest, Stage least) {
        Set<Place> slots = Place.of(newest.assignment());
        notes.stream()
                .filter(note -> note.member() && note.isAt(newest.version(), least))
                .forEach(note -> slots.remove(note.place()));
        return slots.isEmpty();
    }

    private static Note laterOfSlot(Note one, Note other) {
        if (one.workerId().equals(other.workerId())) {
            return other.isLaterThan(one) ? other : one;
        }
        return other.startMs() > one.startMs() ? other : one;
    }
}
