/**
 * The machine's processors as Linux shows them in files, and cores that are pinned to them. For the
 * engine's monitor; depends on {@code core}.
 */
@NullMarked
package io.eyewall.engine.processor;

import org.jspecify.annotations.NullMarked;
