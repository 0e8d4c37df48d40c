package io.eyewall.control.wire;

import java.util.Map;

/**
 * How many errors there were.
 *
 * @param byTask of each task that had any
 */
public record Counts(Map<Integer, Long> byTask) {}
