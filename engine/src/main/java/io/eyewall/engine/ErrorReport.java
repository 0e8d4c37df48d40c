package io.eyewall.engine;

/**
 * An error reported by a component, as Storm shows it in {@code TopologyInfo}.
 *
 * @param componentId who reported it
 * @param taskId which task
 * @param number how many the component had reported by then, this one included; 0 for an exception
 *     that the component threw and that failed the topology
 * @param timeSecs seconds since 1970
 * @param stackTrace the error with its stack trace, as text; cut off if it is very long
 */
public record ErrorReport(
        String componentId, int taskId, long number, int timeSecs, String stackTrace) {}
