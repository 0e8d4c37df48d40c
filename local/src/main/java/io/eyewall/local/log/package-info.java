/**
 * Levels of loggers while topologies run: what Storm's clients set by Nimbus, for loggers of this
 * process. One daemon thread that resets levels whose time is over, while there are some; any
 * thread may call. Depends on nothing.
 */
@NullMarked
package io.eyewall.local.log;

import org.jspecify.annotations.NullMarked;
