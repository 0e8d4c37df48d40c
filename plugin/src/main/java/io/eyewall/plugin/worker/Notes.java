package io.eyewall.plugin.worker;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What of a folder of notes counts. */
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

    private static Note laterOfSlot(Note one, Note other) {
        if (one.workerId().equals(other.workerId())) {
            return other.isLaterThan(one) ? other : one;
        }
        return other.startMs() > one.startMs() ? other : one;
    }
}
