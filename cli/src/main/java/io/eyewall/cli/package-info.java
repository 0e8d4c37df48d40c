/**
 * The {@code eyewall} command: {@link io.eyewall.cli.Main} lists its subcommands. Most have a
 * package of their own below this one, and so have the parts that several of them share.
 */
@NullMarked
package io.eyewall.cli;

import org.jspecify.annotations.NullMarked;
