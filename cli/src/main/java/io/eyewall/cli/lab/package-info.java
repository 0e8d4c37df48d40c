/** {@code eyewall lab}: runs a real Storm cluster on this machine. */
@NullMarked
package io.eyewall.cli.lab;

import org.jspecify.annotations.NullMarked;
