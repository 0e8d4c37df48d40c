/**
 * Reads the bytecode of applications and finds code that makes a direct call unsafe. Depends on
 * {@code memory}.
 */
@NullMarked
package io.eyewall.engine.bytecode;

import org.jspecify.annotations.NullMarked;
