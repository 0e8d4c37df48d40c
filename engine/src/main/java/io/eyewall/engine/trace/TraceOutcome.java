package io.eyewall.engine.trace;

/** What has become of the message that a trace follows. */
public enum TraceOutcome {
    /** Not known yet. */
    PENDING,
    /** All its tuples were acked. */
    ACKED,
    /** One of its tuples was failed. */
    FAILED,
    /** Neither within the message timeout. */
    TIMED_OUT,
    /** Nobody follows it: it has no message id, or the topology no ackers. */
    UNTRACKED
}
