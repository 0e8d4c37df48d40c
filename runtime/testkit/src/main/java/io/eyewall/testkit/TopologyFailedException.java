package io.eyewall.testkit;

import io.eyewall.engine.TopologyFailure;

/** Thrown when the topology under test has failed; the cause is the exception of its user code. */
public final class TopologyFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient TopologyFailure failure;

    TopologyFailedException(TopologyFailure failure) {
        super(failure.describe(), failure.cause());
        this.failure = failure;
    }

    /** Returns the failure: the component, the task and the call that threw. */
    public TopologyFailure failure() {
        return failure;
    }
}
