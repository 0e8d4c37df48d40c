/**
 * {@code eyewall trace}: shows the path of single messages through a topology of another process.
 */
@NullMarked
package io.eyewall.cli.trace;

import org.jspecify.annotations.NullMarked;
