/** {@code eyewall top}: what topologies of other processes do at this moment, again and again. */
@NullMarked
package io.eyewall.cli.top;

import org.jspecify.annotations.NullMarked;
