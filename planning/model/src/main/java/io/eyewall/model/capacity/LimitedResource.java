package io.eyewall.model.capacity;

/**
 * A resource with a limited capacity.
 *
 * @param kind the kind of resource
 * @param id its owner: a vertex of the tree (for a link, with the direction) or an executor
 * @param limit its capacity: processor seconds per second, or bytes per second
 */
public record LimitedResource(Kind kind, String id, double limit) {
    /** All processors of the machine that runs our engine. */
    static final String ALL_PROCESSORS = "all processors";

    private static final String OUT = " (out)";
    private static final String IN = " (in)";

    /** The kind of a resource. */
    public enum Kind {
        /** Processor time of all executors beneath a vertex: a core, process, node and so on. */
        PROCESSOR,
        /**
         * The one thread of an executor: of every executor on Storm, of dedicated executors in our
         * engine.
         */
        THREAD,
        /** Bandwidth of the link from a vertex to its parent, separately in each direction. */
        LINK
    }

    /** Returns the link above a vertex of the tree, in one direction. */
    static LimitedResource link(String vertex, boolean isOutgoing, double limit) {
        return new LimitedResource(Kind.LINK, vertex + (isOutgoing ? OUT : IN), limit);
    }

    /** Returns the vertex below a link. */
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
