/**
 * SQL as an ordinary Storm topology. {@code compiler} turns a script into operators, by Apache
 * Calcite; {@code source}, {@code operator} and {@code sink} run, and are serialized into the
 * topology. This package is what others call.
 */
@NullMarked
package io.eyewall.sql;

import org.jspecify.annotations.NullMarked;
