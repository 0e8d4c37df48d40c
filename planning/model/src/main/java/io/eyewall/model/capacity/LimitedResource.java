package io.eyewall.model.capacity;

/**
 * A resource with a limited capacity.
 *
 * @param kind the kind of resource
 * @param id what it belongs to: a vertex of the tree (for a link, with the direction) or an
 *     executor
 * @param limit its capacity: processor seconds per second, or bytes per second
 */
public record LimitedResource(Kind kind, String id, double limit) {
    /** All processors of the machine that runs our engine. */
    static final String ALL_PROCESSORS = "all processors";

    private static final String OUT = " (out)";
    private static final String IN = " (in)";

    /** The kind of a resource. */
    public enum Kind {
        /** Processor time of a core, process, node or all beneath another vertex. */
        PROCESSOR,
        /**
         * The one thread of an executor: of every executor on Storm, of dedicated executors in our
         * engine.
         */
        THREAD,
        /** Bandwidth of a link upwards, separately in each direction. */
        LINK
    }

    /** Returns the link above a vertex, upwards or downwards. */
    static LimitedResource link(String vertex, boolean up, double limit) {
        return new LimitedResource(Kind.LINK, vertex + (up ? OUT : IN), limit);
    }

    /** Returns the vertex below a link, whichever the link's direction. */
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
