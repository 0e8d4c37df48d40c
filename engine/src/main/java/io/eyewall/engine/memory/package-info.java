/**
 * Where objects lie in memory matters when two cores use them: what one core writes per tuple must
 * not share a cache line with what another reads per tuple. Classes on the hot path extend {@link
 * io.eyewall.engine.memory.Padded}. And how much of it tuples may take that wait, and about how
 * much they do take. Depends on nothing.
 */
@NullMarked
package io.eyewall.engine.memory;

import org.jspecify.annotations.NullMarked;
