package io.eyewall.engine;

/**
 * An error reported by a component, as Storm shows it in {@code TopologyInfo}.
 *
 * @param componentId the component that reported it
 * @param taskId the task that reported it
 * @param number number of errors that the component had reported by then, including this one; 0 for
 *     an exception that the component threw and that failed the topology
 * @param timeSecs seconds since 1970
 * @param stackTrace the error with its stack trace, as text; truncated if it is very long
 */
public record ErrorReport(
        String componentId, int taskId, long number, int timeSecs, String stackTrace) {}
