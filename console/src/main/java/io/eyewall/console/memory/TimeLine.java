package io.eyewall.console.memory;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What happened to a topology, {@value #MOST} entries at most: half of them are for errors. Guarded
 * by its owner's lock.
 */
public final class TimeLine {
    /** How many entries there are at most; the oldest are forgotten. */
    public static final int MOST = 200;

    private final Deque<Entry> entries = new ArrayDeque<>();
    private long number;

    /** What an entry is about. */
    public enum Kind {
        /** The topology is in another state. */
        STATUS,
        /** A component has reported an error, or threw. */
        ERROR,
        /** The number of executors has changed. */
        EXECUTORS,
        /** A placement was adopted. */
        PLACEMENT,
        /** It is not as the performance model says, or is again. */
        MODEL,
        /** Somebody wanted something, here. */
        ACTION,
        /** The console can't see the topology, or can again. */
        CONSOLE
    }

    /**
     * One thing that happened.
     *
     * @param number greater than that of all before
     * @param timeMs when, in milliseconds since 1970
     * @param kind of what
     * @param bad whether somebody should look at it
     * @param component which it is about; null for the topology
     * @param task which it is about; -1 for none
     * @param text a sentence
     * @param detail more of it, in lines; null for none
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

    /** Something happened to the topology. */
    public void add(long timeMs, Kind kind, boolean bad, String text) {
        add(timeMs, kind, bad, null, -1, text, null);
    }

    /** Something happened to one of its tasks, or its components. */
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
                        component == null ? null : Text.line(component),
                        task,
                        Text.line(text),
                        detail == null ? null : Text.lines(detail)));
        forget(kind);
    }

    /** Many errors don't push out what else happened. */
    private void forget(Kind kind) {
        boolean error = kind == Kind.ERROR;
        long alike = entries.stream().filter(e -> (e.kind() == Kind.ERROR) == error).count();
        Iterator<Entry> oldest = entries.iterator();
        while (alike > MOST / 2) {
            if ((oldest.next().kind() == Kind.ERROR) == error) {
                oldest.remove();
                alike--;
            }
        }
    }

    /** The number of the last entry; 0 if there is none. */
    public long last() {
        return number;
    }

    /** Entries with a greater number, oldest first. */
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
