/** {@code eyewall doctor}: whether this machine has what Eyewall needs, and what to do if not. */
@NullMarked
package io.eyewall.cli.doctor;

import org.jspecify.annotations.NullMarked;
