package io.eyewall.console.watch;

/**
 * What can be had of a topology by those who ask for it.
 *
 * @param flames its last flame graph
 * @param traces its latest traces
 */
record Shelves(FlameShelf flames, TraceShelf traces) {}
