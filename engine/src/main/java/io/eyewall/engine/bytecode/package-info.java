/**
 * Reads the bytecode of applications, to find what makes a direct call unsafe. Depends on {@code
 * memory}.
 */
@NullMarked
package io.eyewall.engine.bytecode;

import org.jspecify.annotations.NullMarked;
