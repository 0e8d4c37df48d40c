package io.eyewall.testkit;

import io.eyewall.engine.TopologyFailure;

/** The topology under test failed; the cause is what its user code threw. */
public final class TopologyFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient TopologyFailure failure;

    TopologyFailedException(TopologyFailure failure) {
        super(failure.describe(), failure.cause());
        this.failure = failure;
    }

    /** Where and in which call it was thrown. */
    public TopologyFailure failure() {
        return failure;
    }
}
