package io.eyewall.model.stepping;

/**
 * Something that comes to a core.
 *
 * @param atNs when it can be seen there
 * @param kind of what
 * @param executor whom it is for
 * @param tree where it is counted
 */
record Item(double atNs, Kind kind, int executor, Tree tree) {
    /** What comes. */
    enum Kind {
        /** A tuple for an executor. */
        TUPLE,
        /** One tuple less of a tree of this core. */
        FINISHED,
        /** An executor's own thread has worked on a tuple, and has emitted what follows from it. */
        WORKED
    }
}
