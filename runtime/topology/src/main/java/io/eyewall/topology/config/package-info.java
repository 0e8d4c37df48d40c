/**
 * The configuration keys that begin with {@code eyewall.}: one table with their types, ranges,
 * defaults and meanings, and the conversion of configured values to these types. No threads.
 */
@NullMarked
package io.eyewall.topology.config;

import org.jspecify.annotations.NullMarked;
