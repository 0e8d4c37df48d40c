/** Measures this machine's costs of the engine's operations, for the performance model. */
@NullMarked
package io.eyewall.control.machine;

import org.jspecify.annotations.NullMarked;
