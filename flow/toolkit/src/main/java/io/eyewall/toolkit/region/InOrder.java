package io.eyewall.toolkit.region;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Puts numbered elements in order: elements that arrive early wait. A number that does not arrive
 * within a given time is given up, so that a number that a lost worker had does not block all later
 * ones; if it arrives after that, it is passed on at once, out of order. Used by one thread.
 *
 * @param <E> elements
 */
final class InOrder<E> {
    /** Receives the elements in order. */
    interface Listener<E> {
        /** Receives the next element. */
        void onNext(E element);
    }

    private final long patienceMs;
    private final Listener<E> listener;

    /** Waiting elements by number, in the order of their arrival. */
    private final Map<Long, Early<E>> early = new LinkedHashMap<>();

    private long next;

    /** An element that waits, and the time of its arrival. */
    private record Early<E>(E element, long sinceMs) {}

    InOrder(long patienceMs, Listener<E> listener) {
        this.patienceMs = patienceMs;
        this.listener = listener;
    }

    /** Adds an element; passes on all elements that are in order now. */
    void add(long number, E element, long nowMs) {
        if (number < next) {
            listener.onNext(element);
            return;
        }
        early.put(number, new Early<>(element, nowMs));
        passReady();
    }

    private void passReady() {
        Early<E> element = early.remove(next);
        while (element != null) {
            next++;
            listener.onNext(element.element());
            element = early.remove(next);
        }
    }

    /**
     * Gives up numbers that have been missing for too long. Every waiting element has a higher
     * number than the next missing one, so the age of the oldest waiting element shows for how long
     * that number has been overdue; if several numbers are missing, all are equally overdue.
     */
    void tick(long nowMs) {
        while (!early.isEmpty()
                && nowMs - early.values().iterator().next().sinceMs() >= patienceMs) {
            skip();
        }
    }

    /** Passes on all waiting elements in order, as no more will arrive. */
    void end() {
        while (!early.isEmpty()) {
            skip();
        }
    }

    private void skip() {
        @Nullable Long lowest = null;
        for (long number : early.keySet()) {
            lowest = lowest == null ? Long.valueOf(number) : Long.valueOf(Math.min(lowest, number));
        }
        if (lowest != null) {
            next = lowest;
            passReady();
        }
    }
}
