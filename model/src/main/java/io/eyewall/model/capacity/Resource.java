package io.eyewall.model.capacity;

/**
 * Something that is used up.
 *
 * @param kind of what
 * @param id of which: a vertex of the tree, or an executor
 * @param limit how much there is: processor seconds per second, bytes per second
 */
public record Resource(Kind kind, String id, double limit) {
    /** What it is. */
    public enum Kind {
        /** Processor time of a core, process, node or all beneath another vertex. */
        PROCESSOR,
        /** The one thread of an executor: on Storm of each, in our engine of those that block. */
        THREAD,
        /** Bandwidth of a link upwards, each way alone. */
        LINK
    }

    @Override
    public String toString() {
        return switch (kind) {
            case PROCESSOR -> id;
            case THREAD -> "the thread of " + id;
            case LINK -> "the link of " + id;
        };
    }
}
