/**
 * The engine's public face: start it, submit planned topologies, watch and end them. Everything
 * else of the engine is in its sub-packages and not promised.
 */
package io.eyewall.engine;
