package io.eyewall.model.capacity;

/**
 * Something that is used up.
 *
 * @param kind of what
 * @param id of which: a vertex of the tree, for a link with its direction; or an executor
 * @param limit how much there is: processor seconds per second, bytes per second
 */
public record Resource(Kind kind, String id, double limit) {
    /** All processors of the machine that runs our engine. */
    static final String ALL_PROCESSORS = "all processors";

    private static final String OUT = " (out)";
    private static final String IN = " (in)";

    /** What it is. */
    public enum Kind {
        /** Processor time of a core, process, node or all beneath another vertex. */
        PROCESSOR,
        /** The one thread of an executor: on Storm of each, in our engine of those that block. */
        THREAD,
        /** Bandwidth of a link upwards, each way alone. */
        LINK
    }

    /** A link of a vertex, upwards or downwards. */
    static Resource link(String vertex, boolean up, double limit) {
        return new Resource(Kind.LINK, vertex + (up ? OUT : IN), limit);
    }

    /** The vertex that a link is of, whichever its direction. */
    public String vertex() {
        return id.substring(0, id.length() - (id.endsWith(OUT) ? OUT : IN).length());
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
