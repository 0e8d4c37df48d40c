package io.eyewall.model.stepping;

/**
 * Something that comes to a core.
 *
 * @param atNs when it can be seen there
 * @param kind of what
 * @param executor whom it is for
 * @param message what it belongs to
 */
record Item(double atNs, Kind kind, int executor, Message message) {
    /** What comes. */
    enum Kind {
        /** A tuple for an executor. */
        TUPLE,
        /** One tuple less of a message of this core. */
        FINISHED,
        /** An executor's own thread has worked on a tuple, and has emitted what follows from it. */
        WORKED
    }
}
