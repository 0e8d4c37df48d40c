/** {@code eyewall trace}: what becomes of single messages in a topology of another process. */
@NullMarked
package io.eyewall.cli.trace;

import org.jspecify.annotations.NullMarked;
