package io.eyewall.benchmarks.scenario.runner;

import java.io.IOException;

/**
 * Reports a child JVM that ended without a measurement; the message names the child and quotes its
 * log.
 */
public final class ChildFailedException extends IOException {
    private static final long serialVersionUID = 1L;

    ChildFailedException(String message) {
        super(message);
    }
}
