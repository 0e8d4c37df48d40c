package io.eyewall.model.simulation.result;

/**
 * A component, after the warm-up.
 *
 * @param component its name
 * @param executors how many
 * @param tuplesPerSec that it took (a spout: messages and acks)
 * @param cores processor time per second of all executors, with sending and receiving
 * @param queued tuples that waited for it at the end
 */
public record ComponentResult(
        String component, int executors, double tuplesPerSec, double cores, long queued) {}
