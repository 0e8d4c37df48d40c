package io.eyewall.cli.suite;

import io.eyewall.cli.flux.LintFinding;
import java.util.List;

/**
 * How a test ended.
 *
 * @param test which
 * @param outcome how
 * @param failures what was not as expected; empty if it passed
 * @param millis real time that it took
 */
public record CaseResult(
        TestSuite.Case test, Outcome outcome, List<Failure> failures, long millis) {
    /** How a test can end. */
    public enum Outcome {
        /** All was as expected. */
        PASSED,
        /** Something was not. */
        FAILED,
        /** An earlier test hangs in this process. */
        NOT_RUN
    }

    /**
     * Something that was not as expected.
     *
     * @param finding where it is expected, and what
     * @param details lines that show it
     */
    public record Failure(LintFinding finding, List<String> details) {}
}
