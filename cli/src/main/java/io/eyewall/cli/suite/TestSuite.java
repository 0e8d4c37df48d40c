package io.eyewall.cli.suite;

import io.eyewall.cli.finding.LintFinding;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The contents of a test file.
 *
 * @param file the file's name as the user gave it
 * @param topology the path of the definition that is tested
 * @param tests the tests in the file's order
 */
public record TestSuite(String file, String topology, List<Case> tests) {
    /**
     * One test.
     *
     * @param position the position where the test begins; its message is the test's name
     * @param name the test's name, unique in its file
     * @param properties the values of the definition's placeholders
     * @param config settings that override those of the definition
     * @param ownSpouts spouts that run their own code; the test feeds the others
     * @param stubs bolts that are replaced by bolts that ack each tuple and do nothing else
     * @param start the virtual time at the beginning; null for the driver's default
     * @param steps the steps; at least one
     */
    public record Case(
            LintFinding position,
            String name,
            Map<String, String> properties,
            Map<String, @Nullable Object> config,
            Set<String> ownSpouts,
            Set<String> stubs,
            @Nullable Instant start,
            List<Step> steps) {}

    /**
     * A step: its inputs, and the expectations for this step alone.
     *
     * @param inputs the inputs, fed one after the other, each until the topology is idle
     * @param advance the virtual time that passes after the inputs
     * @param outputs the tuples that components must have emitted in this step
     * @param counts the expected numbers of messages: acked, failed (in this step), pending
     * @param fails a part of the failure with which the topology must end; null if it must not fail
     * @param position the position where the step begins
     */
    record Step(
            List<Input> inputs,
            Duration advance,
            List<Output> outputs,
            Map<String, Long> counts,
            @Nullable String fails,
            LintFinding position) {}

    /** Tuples that the test makes a component emit. */
    record Input(LintFinding position, String from, String stream, List<Row> tuples) {}

    /**
     * Tuples that a component must have emitted on a stream.
     *
     * @param fields the fields that lists of values stand for; empty for all fields
     */
    record Output(
            LintFinding position,
            String from,
            String stream,
            Match match,
            List<String> fields,
            List<Row> tuples) {}

    /**
     * The values of a tuple: of all fields in their order, or of the named fields.
     *
     * @param list null if {@code named} is used
     */
    record Row(
            LintFinding position,
            @Nullable List<Object> list,
            Map<String, @Nullable Object> named) {}

    /** The ways to compare emitted tuples with expected ones. */
    enum Match {
        /** The same tuples in the same order. */
        EXACT,
        /** The same tuples in any order. */
        ANY_ORDER,
        /** At least these tuples, in any order. */
        CONTAINS
    }
}
