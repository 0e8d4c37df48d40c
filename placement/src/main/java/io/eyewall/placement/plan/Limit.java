package io.eyewall.placement.plan;

/** The kinds of limits that a placement can exceed. */
public enum Limit {
    /** Processors: of cores, processes, nodes and whatever else of the tree has a limit. */
    PROCESSORS,
    /** The bandwidth of links. */
    LINKS,
    /** The memory of nodes. */
    MEMORY,
    /** What {@link Rules} forbid, such as too many executors on a node. */
    RULES
}
