package io.eyewall.placement.plan;

/** The kinds of limits that a placement can exceed. */
public enum Limit {
    /** Processor time of cores, processes, nodes and all other vertices with a limit. */
    PROCESSORS,
    /** The bandwidth of links. */
    LINKS,
    /** The memory of nodes. */
    MEMORY,
    /** The {@link Rules}, such as the maximum number of executors on a node. */
    RULES
}
