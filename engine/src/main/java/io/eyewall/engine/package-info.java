/**
 * The engine's public face: start it, submit planned topologies, watch and end them. Everything
 * else of the engine is in its sub-packages and not promised. Depends on {@code core}, {@code
 * executor}, {@code lifecycle}, {@code memory}, {@code metrics}, {@code adaptation}, {@code
 * processor}, {@code thread} and {@code trace}.
 */
@NullMarked
package io.eyewall.engine;

import org.jspecify.annotations.NullMarked;
