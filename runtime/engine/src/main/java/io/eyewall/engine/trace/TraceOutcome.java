package io.eyewall.engine.trace;

/** The outcome of the message that a trace follows: its completion, if it has one. */
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
