package io.eyewall.toolkit.window;

import java.io.Serializable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Which windows.
 *
 * @param holds how much a window holds
 * @param trigger how often a sliding window is looked at; null: it is a tumbling one
 * @param <T> values
 */
public record WindowSpec<T>(Bound<T> holds, @Nullable Bound<T> trigger) implements Serializable {
    /** Checks that they go together. */
    public WindowSpec {
        if (trigger != null && holds instanceof Bound.Punctuated) {
            throw new IllegalArgumentException(
                    "a sliding window can't hold what comes between markers: take a tumbling one, or"
                            + " a count, a time or a difference");
        }
    }

    /** Windows that follow one another: each value is in one. */
    public static <T> WindowSpec<T> tumbling(Bound<T> holds) {
        return new WindowSpec<>(holds, null);
    }

    /**
     * Windows that overlap.
     *
     * @param holds how much a window holds
     * @param trigger when it is looked at: each so many values, after so much time, when an
     *     attribute has grown by so much, or at each window marker
     */
    public static <T> WindowSpec<T> sliding(Bound<T> holds, Bound<T> trigger) {
        return new WindowSpec<>(holds, trigger);
    }

    /** Whether time alone can make something of it. */
    public boolean isTimed() {
        return holds instanceof Bound.Time || trigger instanceof Bound.Time;
    }

    /** Asks for a value's attributes: what they throw, they throw here. */
    public void check(T value) {
        if (holds instanceof Bound.Delta<T> delta) {
            double unused = delta.attribute().applyAsDouble(value);
        }
        if (trigger instanceof Bound.Delta<T> delta) {
            double unused = delta.attribute().applyAsDouble(value);
        }
    }

    /**
     * A window without elements.
     *
     * @param valueOf an element's value
     * @param nowMs the time
     */
    public <E> Window<E> open(Function<? super E, T> valueOf, long nowMs) {
        return trigger == null
                ? new TumblingWindow<>(holds, valueOf, nowMs)
                : new SlidingWindow<>(holds, trigger, valueOf, nowMs);
    }
}
