package io.eyewall.toolkit.window;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;

/**
 * A window that lets the oldest go and is looked at now and then. Where it is by time and nobody
 * came to look in time, it is looked at as it was then, too. An element that comes first makes room
 * for itself, then counts for the trigger.
 *
 * @param <T> values
 * @param <E> elements, which have values
 */
final class SlidingWindow<T, E> implements Window<E> {
    /** An element, and when it came. */
    private record Timed<E>(E element, long timeMs) {}

    private final Bound<T> holds;
    private final Bound<T> trigger;
    private final Function<? super E, T> valueOf;
    private final Deque<Timed<E>> elements = new ArrayDeque<>();

    /** Since it was looked at last. */
    private int inserted;

    private long lookedMs;
    private double lookedAt = Double.NaN;

    SlidingWindow(Bound<T> holds, Bound<T> trigger, Function<? super E, T> valueOf, long nowMs) {
        this.holds = holds;
        this.trigger = trigger;
        this.valueOf = valueOf;
        lookedMs = trigger instanceof Bound.Time<T> time ? time.beginOf(nowMs) : nowMs;
    }

    @Override
    public void insert(E element, long nowMs, Listener<E> listener) {
        tick(nowMs, listener);
        evictFor(element, listener);
        elements.add(new Timed<>(element, nowMs));
        inserted++;
        if (trigger instanceof Bound.Count<T> count && inserted >= count.values()) {
            look(listener);
        } else if (trigger instanceof Bound.Delta<T> delta) {
            double now = delta.attribute().applyAsDouble(valueOf.apply(element));
            if (Double.isNaN(lookedAt)) {
                lookedAt = now;
            } else if (delta.isBeyond(lookedAt, now)) {
                lookedAt = now;
                look(listener);
            }
        }
    }

    private void evictFor(E element, Listener<E> listener) {
        List<E> evicted = new ArrayList<>();
        if (holds instanceof Bound.Count<T> count) {
            while (elements.size() >= count.values()) {
                evicted.add(elements.remove().element());
            }
        } else if (holds instanceof Bound.Delta<T> delta) {
            double now = delta.attribute().applyAsDouble(valueOf.apply(element));
            while (!elements.isEmpty() && delta.isBeyond(oldest(delta), now)) {
                evicted.add(elements.remove().element());
            }
        }
        release(evicted, listener);
    }

    private double oldest(Bound.Delta<T> delta) {
        return delta.attribute().applyAsDouble(valueOf.apply(elements.element().element()));
    }

    @Override
    public void tick(long nowMs, Listener<E> listener) {
        if (trigger instanceof Bound.Time<T> time && nowMs - lookedMs >= time.millis()) {
            long missedMs = lookedMs + time.millis();
            lookedMs = time.beginOf(nowMs);
            if (holds instanceof Bound.Time && inserted > 0 && missedMs < lookedMs) {
                lookAsOf(missedMs, listener); // else what came since might never be seen
            }
            lookAsOf(lookedMs, listener);
        }
        evictByTime(nowMs, listener);
    }

    /** What comes at that time is not in it, so what came when the window began is. */
    private void lookAsOf(long timeMs, Listener<E> listener) {
        evictByTime(timeMs - 1, listener);
        look(listener);
    }

    private void evictByTime(long nowMs, Listener<E> listener) {
        if (holds instanceof Bound.Time<T> time) {
            List<E> evicted = new ArrayList<>();
            while (!elements.isEmpty() && nowMs - elements.element().timeMs() >= time.millis()) {
                evicted.add(elements.remove().element());
            }
            release(evicted, listener);
        }
    }

    @Override
    public void punctuation(long nowMs, Listener<E> listener) {
        tick(nowMs, listener);
        if (trigger instanceof Bound.Punctuated) {
            look(listener);
        }
    }

    @Override
    public void end(Listener<E> listener) {
        if (inserted > 0) {
            look(listener);
        }
        List<E> all = all();
        elements.clear();
        release(all, listener);
    }

    private void look(Listener<E> listener) {
        inserted = 0;
        if (!elements.isEmpty()) {
            listener.onWindow(all());
        }
    }

    private List<E> all() {
        List<E> all = new ArrayList<>(elements.size());
        elements.forEach(timed -> all.add(timed.element()));
        return all;
    }

    private static <E> void release(List<E> evicted, Listener<E> listener) {
        if (!evicted.isEmpty()) {
            listener.onRelease(evicted);
        }
    }

    @Override
    public boolean isEmpty() {
        return elements.isEmpty();
    }
}
