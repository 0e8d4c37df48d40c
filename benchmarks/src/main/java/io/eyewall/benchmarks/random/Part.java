package io.eyewall.benchmarks.random;

import java.io.Serializable;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A component of a drawn topology.
 *
 * @param id its name
 * @param executors number of its executors
 * @param tasks number of its tasks, at least one per executor
 * @param microseconds duration of its work per tuple, or of a spout's work per message
 * @param waits whether it spends this time waiting, as for an answer; otherwise it computes
 * @param copies tuples that it emits per input tuple, on average
 * @param ticks seconds between its ticks; 0 for none
 * @param windowMs length of the tumbling windows that it takes tuples in; 0 for none
 * @param inputs its subscriptions; none for a spout
 */
record Part(
        String id,
        int executors,
        int tasks,
        double microseconds,
        boolean waits,
        double copies,
        int ticks,
        int windowMs,
        List<Input> inputs)
        implements Serializable {

    /** The grouping of a subscription. */
    enum Grouping {
        SHUFFLE,
        LOCAL_OR_SHUFFLE,
        FIELDS,
        PARTIAL_KEY,
        GLOBAL,
        NONE,
        ALL
    }

    /** A subscription to a component's only stream. */
    record Input(String from, Grouping grouping) implements Serializable {
        @Override
        public String toString() {
            return from + " " + grouping.name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns the same component, but taking tuples in windows. */
    Part inWindows(int lengthMs) {
        return new Part(id, executors, tasks, microseconds, false, copies, 0, lengthMs, inputs);
    }

    boolean isSpout() {
        return inputs.isEmpty();
    }

    @Override
    public String toString() {
        String work =
                String.format(
                        Locale.ROOT,
                        "%s[%s%.1f us x%d%s%s%s]",
                        id,
                        waits ? "waits " : "",
                        microseconds,
                        executors,
                        tasks > executors ? " of " + tasks + " tasks" : "",
                        ticks > 0 ? ", ticks" : "",
                        windowMs > 0 ? ", windows of " + windowMs + " ms" : "");
        return isSpout()
                ? work
                : work
                        + inputs.stream()
                                .map(Input::toString)
                                .collect(Collectors.joining(", ", " <- ", ""));
    }
}
