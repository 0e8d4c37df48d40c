/**
 * {@code eyewall simulate}: reads a description in YAML, runs the simulator of {@code model}, and
 * tells what came of it. May use {@code cli.remote} (tables, JSON) and {@code cli.flux} (how YAML's
 * problems are told).
 */
@NullMarked
package io.eyewall.cli.simulate;

import org.jspecify.annotations.NullMarked;
