package io.eyewall.engine;

/**
 * An error reported by a component, as Storm shows it in {@code TopologyInfo}.
 *
 * @param componentId who reported it
 * @param taskId which task
 * @param timeSecs seconds since 1970
 * @param stackTrace the error with its stack trace, as text
 */
public record ErrorReport(String componentId, int taskId, int timeSecs, String stackTrace) {}
