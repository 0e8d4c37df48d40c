package io.eyewall.toolkit.region;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Puts what is numbered in order: what comes early waits. A number that does not come within a time
 * is given up, so that one that a lost worker had does not stop all behind it; when it comes later
 * it goes out at once, out of order. For one thread.
 *
 * @param <E> elements
 */
final class InOrder<E> {
    /** Gets them in order. */
    interface Listener<E> {
        /** The next. */
        void onNext(E element);
    }

    private final long patienceMs;
    private final Listener<E> listener;

    /** By number, in the order in which they came. */
    private final Map<Long, Early<E>> early = new LinkedHashMap<>();

    private long next;

    /** One that waits. */
    private record Early<E>(E element, long sinceMs) {}

    InOrder(long patienceMs, Listener<E> listener) {
        this.patienceMs = patienceMs;
        this.listener = listener;
    }

    /** One has come. */
    void add(long number, E element, long nowMs) {
        if (number < next) {
            listener.onNext(element);
            return;
        }
        early.put(number, new Early<>(element, nowMs));
        goOn();
    }

    private void goOn() {
        Early<E> element = early.remove(next);
        while (element != null) {
            next++;
            listener.onNext(element.element());
            element = early.remove(next);
        }
    }

    /**
     * Gives up what has been waited for too long. All that waits has a higher number than what is
     * missing, so whoever waits longest says for how long that is late; of several that are missing
     * each is as late as the others.
     */
    void tick(long nowMs) {
        while (!early.isEmpty()
                && nowMs - early.values().iterator().next().sinceMs() >= patienceMs) {
            skip();
        }
    }

    /** No more will come: what waits goes out in order. */
    void end() {
        while (!early.isEmpty()) {
            skip();
        }
    }

    private void skip() {
        @Nullable Long least = null;
        for (long number : early.keySet()) {
            least = least == null ? Long.valueOf(number) : Long.valueOf(Math.min(least, number));
        }
        if (least != null) {
            next = least;
            goOn();
        }
    }
}
