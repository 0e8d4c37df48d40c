package io.eyewall.model.simulation.spec;

/**
 * A stream that a component receives.
 *
 * @param from the component that emits it
 * @param grouping how tuples are spread over tasks
 * @param keys for {@link Grouping#FIELDS}: how many keys there are
 * @param skew for {@link Grouping#FIELDS}: Zipf's exponent, 0 for equally frequent keys
 * @param perTuple number of tuples that the sender emits on the stream per input tuple
 */
public record InputSpec(String from, Grouping grouping, int keys, double skew, double perTuple) {

    /** How tuples are spread. */
    public enum Grouping {
        /**
         * Evenly to all tasks; with {@link TopologySpec#loadAware}, to near tasks while these are
         * not busy.
         */
        SHUFFLE,
        /** Evenly to the tasks in the sender's worker if there are any, otherwise to all tasks. */
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
