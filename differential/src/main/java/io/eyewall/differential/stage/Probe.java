package io.eyewall.differential.stage;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Where spouts, bolts, hooks and the driving thread of one program meet: named series of notes.
 *
 * <p>Both engines deserialise spouts and bolts in this JVM, so a static map from the name of the
 * run, which travels in the topology's configuration under {@link #RUN_KEY}, finds the probe again.
 * All methods may be called by any thread.
 */
public final class Probe {
    /** The key in the topology's configuration that holds the name of the run. */
    public static final String RUN_KEY = "differential.run";

    private static final Map<String, Probe> PROBES = new ConcurrentHashMap<>();

    private final Map<String, List<Object>> series = new TreeMap<>();
    private final Map<String, Object> shared = new ConcurrentHashMap<>();
    private long lastNoteNs = System.nanoTime();

    private Probe() {}

    /** The probe of the run with this name, made on first use. */
    public static Probe of(String run) {
        return PROBES.computeIfAbsent(run, name -> new Probe());
    }

    /** The probe of the run that this configuration belongs to. */
    public static Probe of(Map<String, Object> conf) {
        return of((String) conf.get(RUN_KEY));
    }

    /** Appends {@code value} to the series {@code name}. */
    public synchronized void note(String name, Object value) {
        series.computeIfAbsent(name, key -> new ArrayList<>()).add(value);
        lastNoteNs = System.nanoTime();
        notifyAll();
    }

    /** The notes of one series so far; empty if there are none. */
    public synchronized List<Object> notes(String name) {
        return new ArrayList<>(series.getOrDefault(name, List.of()));
    }

    /** The number of notes in one series. */
    public synchronized int count(String name) {
        return series.getOrDefault(name, List.of()).size();
    }

    /** All series whose names start with {@code prefix}, under the rest of their names. */
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

    /** Keeps an object of this JVM where the driving thread can reach it. */
    public void share(String name, Object value) {
        shared.put(name, value);
    }

    /** What was shared under this name, or null. */
    public Object shared(String name) {
        return shared.get(name);
    }
}
