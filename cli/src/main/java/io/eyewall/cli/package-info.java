/**
 * The {@code eyewall} command: {@link io.eyewall.cli.Main} lists its verbs. Each verb has a package
 * of its own below this one, and so have the parts that several verbs share.
 */
@NullMarked
package io.eyewall.cli;

import org.jspecify.annotations.NullMarked;
