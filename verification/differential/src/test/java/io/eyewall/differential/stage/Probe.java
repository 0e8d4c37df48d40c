package io.eyewall.differential.stage;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The meeting point of a program's spouts, bolts, hooks and driving thread: named series of notes.
 *
 * <p>Both engines deserialize spouts and bolts in this JVM, so a static map finds the probe again
 * by the name of the run, which the topology's configuration contains under {@link #RUN_KEY}. Any
 * thread may call all methods.
 */
public final class Probe {
    /** The key of the run's name in the topology's configuration. */
    public static final String RUN_KEY = "differential.run";

    private static final Map<String, Probe> PROBES = new ConcurrentHashMap<>();

    private final Map<String, List<Object>> series = new TreeMap<>();
    private final Map<String, Object> shared = new ConcurrentHashMap<>();
    private long lastNoteNs = System.nanoTime();

    private Probe() {}

    /** Returns the probe of a run; creates it on first use. */
    public static Probe of(String run) {
        return PROBES.computeIfAbsent(run, name -> new Probe());
    }

    /** Returns the probe of the run to which a configuration belongs. */
    public static Probe of(Map<String, Object> conf) {
        return of((String) conf.get(RUN_KEY));
    }

    /** Appends {@code value} to the series {@code name}. */
    public synchronized void note(String name, Object value) {
        series.computeIfAbsent(name, key -> new ArrayList<>()).add(value);
        lastNoteNs = System.nanoTime();
        notifyAll();
    }

    /** Returns the notes of one series so far; empty if there are none. */
    public synchronized List<Object> notes(String name) {
        return new ArrayList<>(series.getOrDefault(name, List.of()));
    }

    /** Returns the number of notes in one series. */
    public synchronized int count(String name) {
        return series.getOrDefault(name, List.of()).size();
    }

    /** Returns all series whose names start with {@code prefix}, by the rest of their names. */
    public synchronized Map<String, List<Object>> notesUnder(String prefix) {
        Map<String, List<Object>> found = new TreeMap<>();
        series.forEach(
                (name, notes) -> {
                    if (name.startsWith(prefix)) {
                        found.put(name.substring(prefix.length()), new ArrayList<>(notes));
                    }
                });
        return found;
    }

    /**
     * Blocks until the series has {@code wanted} notes.
     *
     * @return false if it had fewer after {@code timeoutMs}
     */
    public synchronized boolean await(String name, int wanted, long timeoutMs)
            throws InterruptedException {
        long deadlineMs = System.currentTimeMillis() + timeoutMs;
        while (count(name) < wanted) {
            long leftMs = deadlineMs - System.currentTimeMillis();
            if (leftMs <= 0) {
                return false;
            }
            wait(leftMs);
        }
        return true;
    }

    /**
     * Blocks until nothing has been noted for {@code quietMs}, but no longer than {@code mostMs}.
     */
    public synchronized void awaitCalm(long quietMs, long mostMs) throws InterruptedException {
        long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(mostMs);
        long quietNs = TimeUnit.MILLISECONDS.toNanos(quietMs);
        long nowNs = System.nanoTime();
        while (nowNs - lastNoteNs < quietNs && nowNs < deadlineNs) {
            long leftNs = Math.min(lastNoteNs + quietNs, deadlineNs) - nowNs;
            wait(TimeUnit.NANOSECONDS.toMillis(leftNs) + 1);
            nowNs = System.nanoTime();
        }
    }

    /** Stores an object of this JVM for the driving thread. */
    public void share(String name, Object value) {
        shared.put(name, value);
    }

    /** Returns the object that was shared under a name, or null. */
    public Object shared(String name) {
        return shared.get(name);
    }
}
