package io.eyewall.console.memory;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The events of a topology: at most {@value #MAX_ENTRIES} entries, half of them for errors and half
 * for other events. Guarded by the owner's lock.
 */
public final class TimeLine {
    /** The most entries; the oldest are dropped. */
    public static final int MAX_ENTRIES = 200;

    private final Deque<Entry> entries = new ArrayDeque<>();
    private long number;

    /** The kind of an entry. */
    public enum Kind {
        /** The topology's status changed. */
        STATUS,
        /** A component reported an error or threw an exception. */
        ERROR,
        /** The number of executors changed. */
        EXECUTORS,
        /** A placement was adopted. */
        PLACEMENT,
        /** Measurements drift from the performance model's predictions, or agree again. */
        MODEL,
        /** A user's action on this console. */
        ACTION,
        /** The console cannot read the topology, or can again. */
        CONSOLE
    }

    /**
     * One event.
     *
     * @param number greater than the numbers of all earlier entries
     * @param timeMs the time in milliseconds since 1970
     * @param kind the kind of event
     * @param bad whether the event needs attention
     * @param component the component concerned; null for the whole topology
     * @param task the task concerned; -1 for none
     * @param text a sentence that describes the event
     * @param detail more details, in lines; null for none
     */
    public record Entry(
            long number,
            long timeMs,
            Kind kind,
            boolean bad,
            @Nullable String component,
            int task,
            String text,
            @Nullable String detail) {}

    /** Adds an event of the whole topology. */
    public void add(long timeMs, Kind kind, boolean bad, String text) {
        add(timeMs, kind, bad, null, -1, text, null);
    }

    /** Adds an event of a task or component, or of the whole topology. */
    public void add(
            long timeMs,
            Kind kind,
            boolean bad,
            @Nullable String component,
            int task,
            String text,
            @Nullable String detail) {
        entries.addLast(
                new Entry(
                        ++number,
                        timeMs,
                        kind,
                        bad,
                        component == null ? null : BoundedText.line(component),
                        task,
                        BoundedText.line(text),
                        detail == null ? null : BoundedText.lines(detail)));
        dropOldest(kind);
    }

    /** Drops the oldest entries of a kind, so that many errors do not displace other events. */
    private void dropOldest(Kind kind) {
        boolean error = kind == Kind.ERROR;
        long sameKind = entries.stream().filter(e -> (e.kind() == Kind.ERROR) == error).count();
        Iterator<Entry> oldest = entries.iterator();
        while (sameKind > MAX_ENTRIES / 2) {
            if ((oldest.next().kind() == Kind.ERROR) == error) {
                oldest.remove();
                sameKind--;
            }
        }
    }

    /** Returns the number of the last entry; 0 if there is none. */
    public long last() {
        return number;
    }

    /** Returns the entries with a greater number, oldest first. */
    public List<Entry> after(long seen) {
        List<Entry> later = new ArrayList<>();
        for (Entry entry : entries) {
            if (entry.number() > seen) {
                later.add(entry);
            }
        }
        return later;
    }
}
