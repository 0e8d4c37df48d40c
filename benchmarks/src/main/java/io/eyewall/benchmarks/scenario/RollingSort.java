package io.eyewall.benchmarks.scenario;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The last {@value #WINDOW} texts of a sink, and their order when they were last sorted. Written by
 * one thread; other threads may read it when the sink's counts no longer change.
 */
public final class RollingSort {
    /** The number of texts that are kept. */
    public static final int WINDOW = 100;

    /** The interval between sorts, in seconds. */
    public static final int PERIOD_SEC = 10;

    private final String[] window = new String[WINDOW];
    private long added;
    private int next;
    private String[] sorted = {};

    /** Adds a text in place of the oldest one. */
    public void add(String text) {
        window[next] = text;
        next = next + 1 == WINDOW ? 0 : next + 1;
        added++;
    }

    /** Sorts the texts. */
    public void sort() {
        String[] texts = inOrderOfArrival().toArray(new String[0]);
        Arrays.sort(texts);
        sorted = texts;
    }

    /** Returns the result of the last {@link #sort}. */
    public List<String> sorted() {
        return List.of(sorted);
    }

    /** Returns the texts, the oldest first. */
    public List<String> inOrderOfArrival() {
        if (added < WINDOW) {
            return List.of(Arrays.copyOf(window, (int) added));
        }
        List<String> texts = new ArrayList<>(Arrays.asList(window).subList(next, WINDOW));
        texts.addAll(Arrays.asList(window).subList(0, next));
        return texts;
    }
}
