package io.eyewall.toolkit.operator;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What {@link FoldBolt} makes of the values of a group.
 *
 * @param <I> values
 * @param <A> what is known of a group so far; changed in place
 * @param <O> what is made of groups
 */
public interface Fold<I, A, O> extends Serializable {
    /** The number of groups that are complete at the end only. */
    long END = Long.MAX_VALUE;

    /** The number of the window marker that completes the value's group: the time at its end. */
    default long until(I value) {
        return END;
    }

    /**
     * What tells a value that comes again from one that is only late; it needs {@code equals} and
     * {@code hashCode}, or is an array. What was made of a window is made again when the values
     * come again whose identities were in it. Null: nothing is to be made again.
     */
    default @Nullable Object identity(I value) {
        return value;
    }

    /** A group, of which this is the first value; it is not yet in it. */
    A start(I first);

    /** A group that is there at the end though nothing has come; null: there is none. */
    default @Nullable A nothing() {
        return null;
    }

    /** One more value. */
    void add(A group, I value);

    /** The group is complete: gives what it makes of it, before it returns. */
    void result(A group, EachBolt.Out<O> out);
}
