/**
 * {@code eyewall calibrate}: measures the time that this machine needs for the engine's operations.
 */
@NullMarked
package io.eyewall.cli.calibrate;

import org.jspecify.annotations.NullMarked;
