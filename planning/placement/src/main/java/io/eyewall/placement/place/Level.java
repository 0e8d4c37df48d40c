package io.eyewall.placement.place;

/**
 * The level of a vertex in the tree. A child is lower than its parent; levels may be missing. Two
 * executors exchange tuples at the level of their lowest common vertex, so that a level is both a
 * kind of vertex and a kind of crossing beneath such a vertex.
 */
public enum Level {
    /**
     * One core, or one core thread. Tuples at this level stay on the core: they are direct calls.
     */
    CORE,
    /** Cores with a common memory controller (a NUMA node). Tuples cross from core to core. */
    SOCKET,
    /**
     * One process; on Storm a slot. Tuples cross from thread to thread, or from socket to socket.
     */
    PROCESS,
    /** One machine, or an in-network box. Tuples cross from process to process. */
    NODE,
    /** Machines at one switch. Tuples cross from machine to machine. */
    RACK,
    /** Racks at one core switch. Tuples cross from rack to rack. */
    SWITCH;

    /**
     * Returns the height as an index into tables: 0 for {@link #CORE}, one more for each level
     * above.
     */
    @SuppressWarnings("EnumOrdinal") // the order is the purpose of this type
    public int height() {
        return ordinal();
    }
}
