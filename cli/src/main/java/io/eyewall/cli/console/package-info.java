/**
 * The live pages of a process: {@code eyewall console}, and the option {@code --console} of other
 * commands.
 */
@NullMarked
package io.eyewall.cli.console;

import org.jspecify.annotations.NullMarked;
