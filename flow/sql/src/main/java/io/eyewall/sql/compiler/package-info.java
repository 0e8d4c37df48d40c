/**
 * Compiles a script to a topology: from statements by Calcite's plan to operators. No other package
 * uses Calcite, except for the classes that generated code calls.
 */
@NullMarked
package io.eyewall.sql.compiler;

import org.jspecify.annotations.NullMarked;
