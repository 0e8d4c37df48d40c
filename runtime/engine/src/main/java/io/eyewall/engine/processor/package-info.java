/**
 * Reads the machine's processors from Linux's files and pins cores to them. Called by the engine's
 * monitor; depends on {@code core}.
 */
@NullMarked
package io.eyewall.engine.processor;

import org.jspecify.annotations.NullMarked;
