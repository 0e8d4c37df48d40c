/**
 * SQL as an ordinary Storm topology. {@code compiler} turns a script into operators, by Apache
 * Calcite; {@code function} is what the toolkit's operators do, {@code row} what its sources and
 * sinks read and write. This package is what others call.
 */
@NullMarked
package io.eyewall.sql;

import org.jspecify.annotations.NullMarked;
