package io.eyewall.control.wire;

/**
 * An entry of the list of a process' topologies.
 *
 * @param id id of the topology
 * @param name name of the topology
 */
public record TopologyEntry(String id, String name) {}
