/**
 * From a script to a topology: statements, Calcite's plan, operators. Calcite stays in here, but
 * for what generated code calls.
 */
@NullMarked
package io.eyewall.sql.compiler;

import org.jspecify.annotations.NullMarked;
