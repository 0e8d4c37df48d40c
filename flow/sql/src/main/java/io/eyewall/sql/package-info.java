/**
 * Runs SQL as an ordinary Storm topology. {@code compiler} compiles a script to operators with the
 * help of Apache Calcite, {@code function} contains the functions that the toolkit's operators
 * apply, and {@code row} contains the row formats of sources and sinks. This package is the entry
 * point for other modules.
 */
@NullMarked
package io.eyewall.sql;

import org.jspecify.annotations.NullMarked;
