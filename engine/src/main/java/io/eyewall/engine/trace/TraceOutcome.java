package io.eyewall.engine.trace;

/** The completion of the message that a trace follows. */
public enum TraceOutcome {
    /** The message has no completion yet. */
    PENDING,
    /** All its tuples were acked. */
    ACKED,
    /** One of its tuples was failed. */
    FAILED,
    /** Its tuples were neither all acked nor failed within the message timeout. */
    TIMED_OUT,
    /** The message has no completion: it has no message id, or the topology has no ackers. */
    UNTRACKED
}
