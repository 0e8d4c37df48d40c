package io.eyewall.benchmarks.scenario;

/**
 * A text with its times, as {@link System#nanoTime} tells them.
 *
 * @param dueNs when it should have been emitted
 * @param emittedNs when it was
 * @param text the text
 */
public record Timed(long dueNs, long emittedNs, String text) {}
