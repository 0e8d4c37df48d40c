package io.eyewall.cli.suite;

import io.eyewall.cli.finding.LintFinding;
import java.util.List;

/**
 * The result of a test.
 *
 * @param test the test
 * @param outcome its outcome
 * @param failures the expectations that were not met; empty if the test passed
 * @param millis the real time that the test took, in milliseconds
 */
public record CaseResult(
        TestSuite.Case test, Outcome outcome, List<Failure> failures, long millis) {
    /** The outcomes of a test. */
    public enum Outcome {
        /** All expectations were met. */
        PASSED,
        /** An expectation was not met. */
        FAILED,
        /** The test did not run because an earlier test hangs in this process. */
        NOT_RUN
    }

    /**
     * An expectation that was not met.
     *
     * @param finding the position and text of the expectation
     * @param details lines that show the difference
     */
    public record Failure(LintFinding finding, List<String> details) {}
}
