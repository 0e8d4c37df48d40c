package io.eyewall.engine.trace;

/** What a bolt has said of a tuple; the first word counts. */
public enum TraceAnswer {
    /** Nothing as yet, or ever. */
    NONE,
    /** It is done. */
    ACKED,
    /** Its message is to fail. */
    FAILED
}
