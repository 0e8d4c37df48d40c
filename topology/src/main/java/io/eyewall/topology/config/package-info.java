/**
 * The configuration keys that begin with {@code eyewall.}: their types, ranges, defaults and
 * meaning in one table, and the parsing of a configuration map into typed values. No threads.
 */
@NullMarked
package io.eyewall.topology.config;

import org.jspecify.annotations.NullMarked;
