package io.eyewall.model.simulation.spec;

/**
 * A stream that a component takes.
 *
 * @param from the component that emits it
 * @param grouping how tuples are spread over tasks
 * @param keys for {@link Grouping#FIELDS}: how many keys there are
 * @param skew for {@link Grouping#FIELDS}: Zipf's exponent, 0 for equally frequent keys
 * @param perTuple number of tuples emitted on it per input tuple of their sender
 */
public record InputSpec(String from, Grouping grouping, int keys, double skew, double perTuple) {

    /** How tuples are spread. */
    public enum Grouping {
        /** To all tasks alike, or to near ones while these aren't busy (Storm's load-aware). */
        SHUFFLE,
        /** To the tasks in the same worker if there are any, else as shuffle. */
        LOCAL_OR_SHUFFLE,
        /** By key. */
        FIELDS,
        /** To each task. */
        ALL,
        /** To the first task. */
        GLOBAL
    }

    public InputSpec {
        Check.positive("input from '" + from + "'", "keys", keys);
        Check.notNegative("input from '" + from + "'", "skew", skew);
        Check.notNegative("input from '" + from + "'", "emits", perTuple);
    }
}
