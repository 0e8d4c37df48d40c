/** {@code eyewall completion}: scripts for shells. */
@NullMarked
package io.eyewall.cli.completion;

import org.jspecify.annotations.NullMarked;
