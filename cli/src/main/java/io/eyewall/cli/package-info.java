/**
 * The {@code eyewall} command: {@link io.eyewall.cli.Main} lists its verbs, each of which is a
 * package beneath, as are the parts that several verbs have in common.
 */
@NullMarked
package io.eyewall.cli;

import org.jspecify.annotations.NullMarked;
