package io.eyewall.engine.processor;

/**
 * A processor of the machine.
 *
 * @param number its number in Linux
 * @param socket the socket (chip) that contains it
 * @param core the physical core in that socket; processors with the same core share its units
 * @param node the NUMA node whose memory is nearest
 */
record Processor(int number, int socket, int core, int node) {}
