package io.eyewall.toolkit.window;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A window that releases all its elements when it is full. Used by one thread.
 *
 * @param <T> values
 * @param <E> elements, each of which has a value
 */
final class TumblingWindow<T, E> implements Window<E> {
    /** How much the window holds. */
    private final Bound<T> holds;

    private final Function<? super E, T> valueOf;
    private List<E> elements = new ArrayList<>();

    /** The start of the current window if it is bounded by time. */
    private long beginMs;

    TumblingWindow(Bound<T> holds, Function<? super E, T> valueOf, long nowMs) {
        this.holds = holds;
        this.valueOf = valueOf;
        beginMs = holds instanceof Bound.Time<T> time ? time.beginOf(nowMs) : nowMs;
    }

    @Override
    public void insert(E element, long nowMs, Listener<E> listener) {
        tick(nowMs, listener);
        if (holds instanceof Bound.Delta<T> delta && !elements.isEmpty()) {
            double first = delta.attribute().applyAsDouble(valueOf.apply(elements.get(0)));
            double attribute = delta.attribute().applyAsDouble(valueOf.apply(element));
            if (delta.isBeyond(first, attribute)) {
                flush(listener);
            }
        }
        elements.add(element);
        if (holds instanceof Bound.Count<T> count && elements.size() >= count.values()) {
            flush(listener);
        }
    }

    @Override
    public void tick(long nowMs, Listener<E> listener) {
        if (holds instanceof Bound.Time<T> time && nowMs - beginMs >= time.millis()) {
            beginMs = time.beginOf(nowMs);
            flush(listener);
        }
    }

    @Override
    public void punctuation(long nowMs, Listener<E> listener) {
        tick(nowMs, listener);
        if (holds instanceof Bound.Punctuated) {
            flush(listener);
        }
    }

    @Override
    public void end(Listener<E> listener) {
        flush(listener);
    }

    /** Reports and releases the elements; does nothing for an empty window. */
    private void flush(Listener<E> listener) {
        if (elements.isEmpty()) {
            return;
        }
        List<E> content = elements;
        elements = new ArrayList<>();
        listener.onWindow(content);
        listener.onRelease(content);
    }

    @Override
    public Object[] saved(Function<? super E, Object> content) {
        return new Object[] {beginMs, elements.stream().map(content).toArray()};
    }

    @Override
    public void restore(Object[] saved, Function<Object, ? extends E> element) {
        beginMs = (Long) saved[0];
        for (Object each : (Object[]) saved[1]) {
            elements.add(element.apply(each));
        }
    }

    @Override
    public boolean isEmpty() {
        return elements.isEmpty();
    }
}
