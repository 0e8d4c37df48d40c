package io.eyewall.engine.trace;

/** A bolt's answer for a tuple; only the first one counts. */
public enum TraceAnswer {
    /** No answer so far. */
    NONE,
    /** The bolt acked the tuple. */
    ACKED,
    /** The bolt failed the tuple. */
    FAILED
}
