/** {@code eyewall calibrate}: what this machine takes for what the engine does. */
@NullMarked
package io.eyewall.cli.calibrate;

import org.jspecify.annotations.NullMarked;
