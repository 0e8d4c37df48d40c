/**
 * The logs of processes that run topologies, read from rotating files or kept in memory, for
 * clients that follow them. All sizes are limited. Depends only on the protocol of {@code control}.
 */
@NullMarked
package io.eyewall.control.log;

import org.jspecify.annotations.NullMarked;
