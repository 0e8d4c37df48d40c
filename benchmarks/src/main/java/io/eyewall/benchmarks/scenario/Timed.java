package io.eyewall.benchmarks.scenario;

/**
 * A text with its times, in nanoseconds of {@link System#nanoTime}.
 *
 * @param dueNs the time at which it should have been emitted
 * @param emittedNs the time at which it was emitted
 * @param text the text
 */
public record Timed(long dueNs, long emittedNs, String text) {}
