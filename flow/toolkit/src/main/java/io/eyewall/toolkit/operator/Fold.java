package io.eyewall.toolkit.operator;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Computes the result of {@link FoldBolt} for the values of a group. Called by the task's thread.
 *
 * @param <I> values
 * @param <A> state of a group, which is changed in place
 * @param <O> results of groups
 */
public interface Fold<I, A, O> extends Serializable {
    /** The {@link #until} of groups that are complete only at the end of the stream. */
    long END = Long.MAX_VALUE;

    /**
     * Returns the number of the window marker that completes the value's group, which is the end
     * time of its window.
     */
    default long until(I value) {
        return END;
    }

    /**
     * Returns the identity by which a replayed value is distinguished from one that is only late:
     * an object with {@code equals} and {@code hashCode}, or an array. If the result of a window
     * fails, it is computed again once values with all identities of the window were replayed. Null
     * means that results are not computed again.
     */
    default @Nullable Object identity(I value) {
        return value;
    }

    /**
     * Returns the state of a new group. The first value is passed for information; it is added
     * afterwards.
     */
    A start(I first);

    /**
     * Returns the initial state of the group that emits results at the end even if no value has
     * arrived; null: there is no such group.
     */
    default @Nullable A nothing() {
        return null;
    }

    /**
     * Returns the state of a group as an object for snapshots, which can be serialized as tuples'
     * values can: by default the state itself.
     */
    default Object saved(A group) {
        return group;
    }

    /** Returns the state of a group that {@link #saved} has saved. */
    @SuppressWarnings("unchecked") // what saved has returned
    default A restored(Object saved) {
        return (A) saved;
    }

    /** Adds a value to a group. */
    void add(A group, I value);

    /** Emits the results of a complete group, before it returns. */
    void result(A group, EachBolt.Out<O> out);
}
