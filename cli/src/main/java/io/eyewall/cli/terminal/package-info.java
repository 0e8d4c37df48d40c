/**
 * Options, exit codes, messages, tables and JSON that commands have in common. Uses no other
 * package of the command.
 */
@NullMarked
package io.eyewall.cli.terminal;

import org.jspecify.annotations.NullMarked;
