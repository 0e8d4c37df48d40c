/**
 * Functions that the toolkit's operators apply to the rows of a query. A row is an {@code Object[]}
 * with values in the representation of Calcite's generated code (DATE: {@code Integer} days,
 * TIMESTAMP: {@code Long} milliseconds); a value may be null.
 */
@NullMarked
package io.eyewall.sql.function;

import org.jspecify.annotations.NullMarked;
