/** {@code eyewall sql}. */
@NullMarked
package io.eyewall.cli.sql;

import org.jspecify.annotations.NullMarked;
