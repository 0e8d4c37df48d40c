package io.eyewall.sql.function;

import org.jspecify.annotations.Nullable;

/** The state of an aggregate that generated code keeps as an object. */
public interface AggregateState {
    /** Adds a row that counts for the aggregate. */
    void add(@Nullable Object[] row);

    /** Returns the present value of the aggregate. */
    @Nullable Object result();

    /** Returns the state for a snapshot. */
    Object saved();

    /** Takes over what {@link #saved} of the same aggregate has returned. */
    void restore(Object saved);
}
