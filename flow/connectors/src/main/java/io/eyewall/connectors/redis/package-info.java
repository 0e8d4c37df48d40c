/**
 * Redis: lists, streams with consumer groups, and channels, as sources and sinks. Needs {@code
 * jedis}.
 */
@NullMarked
package io.eyewall.connectors.redis;

import org.jspecify.annotations.NullMarked;
