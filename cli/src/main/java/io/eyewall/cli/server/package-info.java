/** {@code eyewall server}. */
@NullMarked
package io.eyewall.cli.server;

import org.jspecify.annotations.NullMarked;
