/** Measures what this machine takes for what the engine does, for the performance model. */
@NullMarked
package io.eyewall.control.machine;

import org.jspecify.annotations.NullMarked;
