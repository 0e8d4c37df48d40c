package io.eyewall.cli.suite;

import io.eyewall.cli.flux.LintFinding;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A file of tests.
 *
 * @param file as it was named
 * @param topology the definition that is tested, a path
 * @param tests in the order of the file
 */
public record TestSuite(String file, String topology, List<Case> tests) {
    /**
     * One test.
     *
     * @param place where it begins; its message is the name
     * @param name unique in its file
     * @param properties for placeholders of the definition
     * @param config wins over the definition's
     * @param ownSpouts spouts that run their own code; the test feeds the others
     * @param stubs bolts that take all tuples, ack them and do nothing
     * @param start when virtual time begins; null for the driver's default
     * @param steps at least one
     */
    public record Case(
            LintFinding place,
            String name,
            Map<String, String> properties,
            Map<String, @Nullable Object> config,
            Set<String> ownSpouts,
            Set<String> stubs,
            @Nullable Instant start,
            List<Step> steps) {}

    /**
     * A step: the inputs, and the expectations for this step alone.
     *
     * @param inputs fed one after the other, each until the topology is idle
     * @param advance virtual time that then passes
     * @param outputs what components must have emitted meanwhile
     * @param counts expected numbers of messages: acked, failed (of this step), pending
     * @param fails part of the failure with which the topology must end; null if it must go on
     * @param place where it begins
     */
    record Step(
            List<Input> inputs,
            Duration advance,
            List<Output> outputs,
            Map<String, Long> counts,
            @Nullable String fails,
            LintFinding place) {}

    /** Tuples that a component is to emit. */
    record Input(LintFinding place, String from, String stream, List<Row> tuples) {}

    /**
     * Tuples that a component must have emitted on a stream.
     *
     * @param fields those that lists of values are for; empty for all
     */
    record Output(
            LintFinding place,
            String from,
            String stream,
            Match match,
            List<String> fields,
            List<Row> tuples) {}

    /**
     * Values of a tuple: of all fields in their order, or of those that are named.
     *
     * @param list null if {@code named} counts
     */
    record Row(
            LintFinding place, @Nullable List<Object> list, Map<String, @Nullable Object> named) {}

    /** How what was emitted is compared. */
    enum Match {
        /** The same tuples in the same order. */
        EXACT,
        /** The same tuples. */
        ANY_ORDER,
        /** These tuples, and maybe others. */
        CONTAINS
    }
}
