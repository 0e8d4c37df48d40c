package io.eyewall.toolkit.window;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;

/**
 * A window that evicts its oldest elements and is evaluated at intervals. A new element first
 * evicts the elements for which the window has no room any more, then counts for the trigger. If a
 * window by time was not evaluated when it was due, it is also evaluated as of that time. Used by
 * one thread.
 *
 * @param <T> values
 * @param <E> elements, each of which has a value
 */
final class SlidingWindow<T, E> implements Window<E> {
    /** An element and its time of arrival. */
    private record Timed<E>(E element, long timeMs) {}

    /** How much the window holds. */
    private final Bound<T> holds;

    /** How much arrives between two evaluations. */
    private final Bound<T> trigger;

    private final Function<? super E, T> valueOf;
    private final Deque<Timed<E>> elements = new ArrayDeque<>();

    /** Number of elements inserted since the last evaluation. */
    private int inserted;

    /** The time of the last evaluation by time, a multiple of the trigger's length. */
    private long evaluatedMs;

    /** The attribute at the last evaluation by attribute; NaN before the first element. */
    private double evaluatedAttribute = Double.NaN;

    SlidingWindow(Bound<T> holds, Bound<T> trigger, Function<? super E, T> valueOf, long nowMs) {
        this.holds = holds;
        this.trigger = trigger;
        this.valueOf = valueOf;
        evaluatedMs = trigger instanceof Bound.Time<T> time ? time.beginOf(nowMs) : nowMs;
    }

    @Override
    public void insert(E element, long nowMs, Listener<E> listener) {
        tick(nowMs, listener);
        evictFor(element, listener);
        elements.add(new Timed<>(element, nowMs));
        inserted++;
        if (trigger instanceof Bound.Count<T> count && inserted >= count.values()) {
            evaluate(listener);
        } else if (trigger instanceof Bound.Delta<T> delta) {
            double attribute = delta.attribute().applyAsDouble(valueOf.apply(element));
            if (Double.isNaN(evaluatedAttribute)) {
                evaluatedAttribute = attribute;
            } else if (delta.isBeyond(evaluatedAttribute, attribute)) {
                evaluatedAttribute = attribute;
                evaluate(listener);
            }
        }
    }

    /** Evicts the elements for which the window has no room once it contains {@code element}. */
    private void evictFor(E element, Listener<E> listener) {
        List<E> evicted = new ArrayList<>();
        if (holds instanceof Bound.Count<T> count) {
            while (elements.size() >= count.values()) {
                evicted.add(elements.remove().element());
            }
        } else if (holds instanceof Bound.Delta<T> delta) {
            double attribute = delta.attribute().applyAsDouble(valueOf.apply(element));
            while (!elements.isEmpty() && delta.isBeyond(attributeOfOldest(delta), attribute)) {
                evicted.add(elements.remove().element());
            }
        }
        release(evicted, listener);
    }

    private double attributeOfOldest(Bound.Delta<T> delta) {
        return delta.attribute().applyAsDouble(valueOf.apply(elements.element().element()));
    }

    @Override
    public void tick(long nowMs, Listener<E> listener) {
        if (trigger instanceof Bound.Time<T> time && nowMs - evaluatedMs >= time.millis()) {
            long missedMs = evaluatedMs + time.millis();
            evaluatedMs = time.beginOf(nowMs);
            if (holds instanceof Bound.Time && inserted > 0 && missedMs < evaluatedMs) {
                // Otherwise elements that have left the window since then might be in no
                // evaluation.
                evaluateAsOf(missedMs, listener);
            }
            evaluateAsOf(evaluatedMs, listener);
        }
        evictByTime(nowMs, listener);
    }

    /**
     * Evaluates the window as of a time. Its interval is half-open: it contains elements that
     * arrived at its start, but none that arrive at {@code timeMs}.
     */
    private void evaluateAsOf(long timeMs, Listener<E> listener) {
        evictByTime(timeMs - 1, listener);
        evaluate(listener);
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
            evaluate(listener);
        }
    }

    @Override
    public void end(Listener<E> listener) {
        if (inserted > 0) {
            evaluate(listener);
        }
        List<E> released = elementsInWindow();
        elements.clear();
        release(released, listener);
    }

    private void evaluate(Listener<E> listener) {
        inserted = 0;
        if (!elements.isEmpty()) {
            listener.onWindow(elementsInWindow());
        }
    }

    private List<E> elementsInWindow() {
        List<E> content = new ArrayList<>(elements.size());
        elements.forEach(timed -> content.add(timed.element()));
        return content;
    }

    private static <E> void release(List<E> evicted, Listener<E> listener) {
        if (!evicted.isEmpty()) {
            listener.onRelease(evicted);
        }
    }

    @Override
    public Object[] saved(Function<? super E, Object> content) {
        return new Object[] {
            inserted,
            evaluatedMs,
            evaluatedAttribute,
            elements.stream().map(timed -> content.apply(timed.element())).toArray(),
            elements.stream().mapToLong(Timed::timeMs).toArray()
        };
    }

    @Override
    public void restore(Object[] saved, Function<Object, ? extends E> element) {
        inserted = (Integer) saved[0];
        evaluatedMs = (Long) saved[1];
        evaluatedAttribute = (Double) saved[2];
        Object[] contents = (Object[]) saved[3];
        long[] times = (long[]) saved[4];
        for (int i = 0; i < contents.length; i++) {
            elements.add(new Timed<>(element.apply(contents[i]), times[i]));
        }
    }

    @Override
    public boolean isEmpty() {
        return elements.isEmpty();
    }
}
