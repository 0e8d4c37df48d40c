/**
 * Placement by measured load and traffic, while topologies run: counters are read once per period,
 * what was counted since the last time is handed to an adviser of {@code placement/}, and the
 * executors of an adopted plan move. For the monitor's thread; depends on {@code lifecycle}.
 */
@NullMarked
package io.eyewall.engine.placing;

import org.jspecify.annotations.NullMarked;
