package io.eyewall.benchmarks.scenario;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The last {@value #WINDOW} texts of a sink, and their order when they were last sorted. Written by
 * one thread; others may read it when the sink's counts are quiet.
 */
public final class RollingSort {
    /** How many texts are kept. */
    public static final int WINDOW = 100;

    /** How often they are sorted. */
    public static final int PERIOD_SEC = 10;

    private final String[] window = new String[WINDOW];
    private long added;
    private int next;
    private String[] sorted = {};

    /** Keeps a text instead of the oldest one. */
    public void add(String text) {
        window[next] = text;
        next = next + 1 == WINDOW ? 0 : next + 1;
        added++;
    }

    /** Sorts what is kept. */
    public void sort() {
        String[] texts = inOrderOfArrival().toArray(new String[0]);
        Arrays.sort(texts);
        sorted = texts;
    }

    /** What {@link #sort} left. */
    public List<String> sorted() {
        return List.of(sorted);
    }

    /** What is kept, the oldest first. */
    public List<String> inOrderOfArrival() {
        if (added < WINDOW) {
            return List.of(Arrays.copyOf(window, (int) added));
        }
        List<String> texts = new ArrayList<>(Arrays.asList(window).subList(next, WINDOW));
        texts.addAll(Arrays.asList(window).subList(0, next));
        return texts;
    }
}
