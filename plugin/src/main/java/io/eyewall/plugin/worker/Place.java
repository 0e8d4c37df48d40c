package io.eyewall.plugin.worker;

/**
 * A slot.
 *
 * @param node id of its supervisor
 */
public record Place(String node, int port) {}
