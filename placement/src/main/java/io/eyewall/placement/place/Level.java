package io.eyewall.placement.place;

/**
 * How high in the tree a vertex stands. A child stands lower than its parent; levels may be left
 * out. Two executors exchange tuples at the level of their lowest common vertex, so that a level
 * names both a kind of vertex and what is crossed beneath it.
 */
public enum Level {
    /** One core, or one core thread. Tuples at this level stay within it: a direct call. */
    CORE,
    /** Cores with a common memory controller (a NUMA node). Tuples go from core to core. */
    SOCKET,
    /** One process; on Storm a slot. Tuples go from thread to thread, or from socket to socket. */
    PROCESS,
    /** One machine, or an in-network box. Tuples go from process to process. */
    NODE,
    /** Machines at one switch. Tuples go from machine to machine. */
    RACK,
    /** Racks at one core switch. Tuples go from rack to rack. */
    SWITCH;

    /** How high it is: 0 for {@link #CORE}, one more for each level above; for tables. */
    @SuppressWarnings("EnumOrdinal") // the order is what this type is about
    public int height() {
        return ordinal();
    }
}
