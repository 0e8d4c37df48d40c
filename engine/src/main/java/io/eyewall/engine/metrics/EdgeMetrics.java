package io.eyewall.engine.metrics;

/**
 * Traffic between two tasks on one stream since the start: an entry of the traffic matrix.
 *
 * @param sourceTask who emits
 * @param streamId on which stream
 * @param targetTask who receives; -1 for all tasks of a subscriber with more than 1,024 tasks
 * @param tuples how many were sent
 */
public record EdgeMetrics(int sourceTask, String streamId, int targetTask, long tuples) {}
