/**
 * {@code eyewall doctor}: checks whether this machine has what Eyewall needs, and prints remedies.
 */
@NullMarked
package io.eyewall.cli.doctor;

import org.jspecify.annotations.NullMarked;
