/**
 * Functions of the toolkit's operators for the rows of a query. A row is an {@code Object[]} with
 * values as Calcite's generated code has them (DATE: {@code Integer} days, TIMESTAMP: {@code Long}
 * milliseconds); nulls are among them.
 */
@NullMarked
package io.eyewall.sql.function;

import org.jspecify.annotations.NullMarked;
