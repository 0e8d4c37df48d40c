/** {@code eyewall lint}. */
@NullMarked
package io.eyewall.cli.lint;

import org.jspecify.annotations.NullMarked;
