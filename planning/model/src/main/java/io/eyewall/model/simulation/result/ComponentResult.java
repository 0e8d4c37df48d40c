package io.eyewall.model.simulation.result;

/**
 * The result of a component, after the warm-up.
 *
 * @param component its name
 * @param executors number of its executors
 * @param tuplesPerSec tuples per second that it processed (a spout: messages and acks)
 * @param cores processor time per second of all executors, including that for sending and receiving
 * @param queued number of tuples that waited for it at the end
 */
public record ComponentResult(
        String component, int executors, double tuplesPerSec, double cores, long queued) {}
