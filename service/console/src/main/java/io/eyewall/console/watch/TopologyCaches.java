package io.eyewall.console.watch;

/**
 * The data of a topology that pages request explicitly.
 *
 * @param flames its last flame graph
 * @param traces its latest traces
 */
record TopologyCaches(FlameCache flames, TraceCache traces) {}
