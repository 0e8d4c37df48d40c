package io.eyewall.benchmarks.scenario.runner;

import java.io.IOException;

/** A child JVM ended without a measurement; the message says which and quotes its log. */
public final class ChildFailedException extends IOException {
    private static final long serialVersionUID = 1L;

    ChildFailedException(String message) {
        super(message);
    }
}
