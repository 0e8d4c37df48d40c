/**
 * {@code eyewall simulate}: reads a description in YAML, runs the simulator of {@code model}, and
 * prints the results. May use {@code cli.terminal} (tables, JSON) and {@code cli.finding} (format
 * of YAML errors).
 */
@NullMarked
package io.eyewall.cli.simulate;

import org.jspecify.annotations.NullMarked;
