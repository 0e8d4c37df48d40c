/**
 * {@code eyewall simulate}: reads a description in YAML, runs the simulator of {@code model}, and
 * prints the results. May use {@code cli.remote} (tables, JSON) and {@code cli.flux} (format of
 * YAML errors).
 */
@NullMarked
package io.eyewall.cli.simulate;

import org.jspecify.annotations.NullMarked;
