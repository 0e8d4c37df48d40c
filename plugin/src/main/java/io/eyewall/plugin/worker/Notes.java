package io.eyewall.plugin.worker;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The notes of a folder that count. */
public final class Notes {
    private Notes() {}

    /**
     * The latest note of each worker; in each slot of the worker started last, as a slot never has
     * two that live: the other's note has not expired yet.
     */
    public static List<Note> latest(List<String> names) {
        return latestOf(parsed(names));
    }

    /** All that are notes. */
    static List<Note> parsed(List<String> names) {
        return names.stream().flatMap(name -> Note.parse(name).stream()).toList();
    }

    /** The same of notes that have been read. */
    static List<Note> latestOf(List<Note> notes) {
        Map<Place, Note> byPlace = new HashMap<>();
        for (Note note : notes) {
            byPlace.merge(note.place(), note, Notes::laterOfSlot);
        }
        return List.copyOf(byPlace.values());
    }

    /**
     * Whether each slot of an assignment has a worker that has come so far with it.
     *
     * @param notes the latest
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
