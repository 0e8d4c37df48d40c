package io.eyewall.toolkit.region;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Passes on numbered elements in the order of their numbers: an element waits for all elements with
 * lower numbers. A number that does not arrive within a given time is given up, so that an element
 * that was lost with a worker does not block all later ones; an element that arrives after that is
 * passed on at once, out of order. Used by one thread.
 *
 * @param <E> elements
 */
final class OrderRestorer<E> {
    /** Receives the elements in order. */
    interface Listener<E> {
        /** Receives the next element. */
        void onNext(E element);
    }

    private final long maxWaitMs;
    private final Listener<E> listener;

    /** Waiting elements by number, in the order of their arrival. */
    private final Map<Long, Waiting<E>> waiting = new LinkedHashMap<>();

    /** The number of the element to pass on next. */
    private long nextNumber;

    /** An element that waits, and the time of its arrival. */
    private record Waiting<E>(E element, long arrivedMs) {}

    OrderRestorer(long maxWaitMs, Listener<E> listener) {
        this.maxWaitMs = maxWaitMs;
        this.listener = listener;
    }

    /**
     * Returns what waits and the next number, for a snapshot.
     *
     * @param content returns what is saved of an element
     */
    Object[] saved(Function<? super E, Object> content) {
        return new Object[] {
            nextNumber,
            waiting.entrySet().stream()
                    .map(
                            each ->
                                    new Object[] {
                                        each.getKey(),
                                        content.apply(each.getValue().element()),
                                        each.getValue().arrivedMs()
                                    })
                    .toArray()
        };
    }

    /**
     * Restores a new restorer.
     *
     * @param element returns the element of which something was saved
     */
    void restore(Object[] saved, Function<Object, ? extends E> element) {
        nextNumber = (Long) saved[0];
        for (Object each : (Object[]) saved[1]) {
            Object[] one = (Object[]) each;
            waiting.put((Long) one[0], new Waiting<>(element.apply(one[1]), (Long) one[2]));
        }
    }

    /** Adds an element, and passes on all elements whose turn it is now. */
    void add(long number, E element, long nowMs) {
        if (number < nextNumber) {
            listener.onNext(element);
            return;
        }
        waiting.put(number, new Waiting<>(element, nowMs));
        passOnReady();
    }

    private void passOnReady() {
        Waiting<E> element = waiting.remove(nextNumber);
        while (element != null) {
            nextNumber++;
            listener.onNext(element.element());
            element = waiting.remove(nextNumber);
        }
    }

    /**
     * Gives up numbers that have been missing for too long; to be called periodically. Every
     * waiting element has a higher number than the next one to pass on, so that number has been
     * overdue since the oldest waiting element arrived. All missing numbers below the lowest
     * waiting one are given up together.
     */
    void giveUpOverdue(long nowMs) {
        while (!waiting.isEmpty()
                && nowMs - waiting.values().iterator().next().arrivedMs() >= maxWaitMs) {
            skipToLowest();
        }
    }

    /** Passes on all waiting elements in order, as no more will arrive. */
    void passOnAll() {
        while (!waiting.isEmpty()) {
            skipToLowest();
        }
    }

    /** Gives up all numbers below the lowest that waits. */
    private void skipToLowest() {
        @Nullable Long lowest = null;
        for (long number : waiting.keySet()) {
            lowest = lowest == null ? Long.valueOf(number) : Long.valueOf(Math.min(lowest, number));
        }
        if (lowest != null) {
            nextNumber = lowest;
            passOnReady();
        }
    }
}
