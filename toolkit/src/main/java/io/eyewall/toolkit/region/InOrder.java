package io.eyewall.toolkit.region;

import java.util.HashMap;
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
    private final Map<Long, E> early = new HashMap<>();
    private long next;
    private long waitingSinceMs = Long.MAX_VALUE;

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
        early.put(number, element);
        if (number == next) {
            goOn(nowMs);
        } else if (waitingSinceMs == Long.MAX_VALUE) {
            waitingSinceMs = nowMs;
        }
    }

    private void goOn(long nowMs) {
        E element = early.remove(next);
        while (element != null) {
            next++;
            listener.onNext(element);
            element = early.remove(next);
        }
        waitingSinceMs = early.isEmpty() ? Long.MAX_VALUE : nowMs;
    }

    /** Gives up what has been waited for too long. */
    void tick(long nowMs) {
        if (!early.isEmpty() && nowMs - waitingSinceMs >= patienceMs) {
            skip(nowMs);
        }
    }

    /** No more will come: what waits goes out in order. */
    void end() {
        while (!early.isEmpty()) {
            skip(0);
        }
    }

    private void skip(long nowMs) {
        @Nullable Long least = null;
        for (long number : early.keySet()) {
            least = least == null ? Long.valueOf(number) : Long.valueOf(Math.min(least, number));
        }
        if (least != null) {
            next = least;
            goOn(nowMs);
        }
    }
}
