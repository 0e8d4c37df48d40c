/** {@code eyewall top}: polls topologies of other processes and shows their current rates. */
@NullMarked
package io.eyewall.cli.top;

import org.jspecify.annotations.NullMarked;
