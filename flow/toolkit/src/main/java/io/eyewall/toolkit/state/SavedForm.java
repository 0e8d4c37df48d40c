package io.eyewall.toolkit.state;

/**
 * Converts the values of a state for snapshots, if they can't be serialized themselves.
 *
 * @param <V> values
 */
public interface SavedForm<V> {
    /** Returns what a snapshot contains of a value: objects that are serializable. */
    Object saved(V value);

    /** Returns a value from what {@link #saved} has returned. */
    V restored(Object saved);

    /** Returns the form of values that are serializable themselves. */
    static SavedForm<Object> same() {
        return new SavedForm<>() {
            @Override
            public Object saved(Object value) {
                return value;
            }

            @Override
            public Object restored(Object saved) {
                return saved;
            }
        };
    }
}
