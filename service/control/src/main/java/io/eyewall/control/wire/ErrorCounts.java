package io.eyewall.control.wire;

import java.util.Map;

/**
 * Numbers of errors.
 *
 * @param byTask number of errors of each task that had any
 */
public record ErrorCounts(Map<Integer, Long> byTask) {}
