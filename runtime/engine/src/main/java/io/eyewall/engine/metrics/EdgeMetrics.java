package io.eyewall.engine.metrics;

/**
 * Traffic between two tasks on one stream since the start: an entry of the traffic matrix.
 *
 * @param sourceTask the emitting task
 * @param streamId the stream
 * @param targetTask the receiving task; -1 for all tasks of a subscriber with more than 1,024 tasks
 * @param tuples number of tuples sent
 */
public record EdgeMetrics(int sourceTask, String streamId, int targetTask, long tuples) {}
