package io.eyewall.model.stepping;

/**
 * An item that arrives at a core.
 *
 * @param atNs the time from which the core can process it
 * @param kind the kind of item
 * @param executor number of the executor that receives it
 * @param tree the tree in which it is counted
 */
record Item(double atNs, Kind kind, int executor, Tree tree) {
    /** The kind of an item. */
    enum Kind {
        /** A tuple for an executor. */
        TUPLE,
        /** A tuple of a tree of this core is finished. */
        FINISHED,
        /**
         * A dedicated executor's thread has processed a tuple and emitted the tuples that follow
         * from it.
         */
        WORKED
    }
}
