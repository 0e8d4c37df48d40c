/**
 * The public API of the engine: start an engine, submit planned topologies, observe and end them.
 * Everything else is in sub-packages that may change. Depends on {@code core}, {@code executor},
 * {@code lifecycle}, {@code memory}, {@code metrics}, {@code adaptation}, {@code processor}, {@code
 * thread} and {@code trace}.
 */
@NullMarked
package io.eyewall.engine;

import org.jspecify.annotations.NullMarked;
