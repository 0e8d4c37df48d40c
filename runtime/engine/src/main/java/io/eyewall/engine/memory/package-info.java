/**
 * The heap as the hot path uses it: padding, size estimates and heap pressure. A field that one
 * core writes per tuple must not share a cache line with a field that another core reads per tuple,
 * so classes on the hot path extend {@link io.eyewall.engine.memory.Padded}. Waiting tuples may
 * take a share of the heap ({@link io.eyewall.engine.memory.HeapShares}); {@link
 * io.eyewall.engine.memory.SizeEstimate} estimates how much they take. Depends on nothing.
 */
@NullMarked
package io.eyewall.engine.memory;

import org.jspecify.annotations.NullMarked;
