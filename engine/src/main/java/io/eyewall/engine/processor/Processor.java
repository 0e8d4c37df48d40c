package io.eyewall.engine.processor;

/**
 * A processor of the machine.
 *
 * @param number by which Linux knows it
 * @param socket the chip that it is on
 * @param core the physical core in that chip; others with the same share its units
 * @param node the NUMA node, whose memory is nearest
 */
record Processor(int number, int socket, int core, int node) {}
