package io.eyewall.toolkit.window;

import java.io.Serializable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The kind and size of windows.
 *
 * @param holds limit of a window's content
 * @param trigger interval at which a sliding window is evaluated; null: the window is tumbling
 * @param <T> values
 */
public record WindowSpec<T>(Bound<T> holds, @Nullable Bound<T> trigger) implements Serializable {
    /** Rejects combinations that make no sense. */
    public WindowSpec {
        if (trigger != null && holds instanceof Bound.Punctuated) {
            throw new IllegalArgumentException(
                    "a sliding window can't be bounded by markers: use a tumbling window, or bound it"
                            + " by a count, a time or a difference");
        }
    }

    /** Returns windows that follow one another: each value is in exactly one. */
    public static <T> WindowSpec<T> tumbling(Bound<T> holds) {
        return new WindowSpec<>(holds, null);
    }

    /**
     * Returns windows that overlap.
     *
     * @param holds limit of a window's content
     * @param trigger when the window is evaluated: after a number of values, after a time, when an
     *     attribute has grown by a difference, or at each window marker
     */
    public static <T> WindowSpec<T> sliding(Bound<T> holds, Bound<T> trigger) {
        return new WindowSpec<>(holds, trigger);
    }

    /** Returns whether the passing of time alone can evaluate or shrink a window. */
    public boolean isTimed() {
        return holds instanceof Bound.Time || trigger instanceof Bound.Time;
    }

    /**
     * Evaluates the attributes of a value and discards them, so that the exception of a failing
     * attribute is thrown here and not while the value is in a window.
     */
    public void check(T value) {
        if (holds instanceof Bound.Delta<T> delta) {
            double unused = delta.attribute().applyAsDouble(value);
        }
        if (trigger instanceof Bound.Delta<T> delta) {
            double unused = delta.attribute().applyAsDouble(value);
        }
    }

    /**
     * Returns a new window without elements.
     *
     * @param valueOf returns the value of an element
     * @param nowMs the current time in milliseconds
     */
    public <E> Window<E> open(Function<? super E, T> valueOf, long nowMs) {
        return trigger == null
                ? new TumblingWindow<>(holds, valueOf, nowMs)
                : new SlidingWindow<>(holds, trigger, valueOf, nowMs);
    }
}
