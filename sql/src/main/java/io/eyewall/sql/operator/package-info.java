/**
 * Bolts of a query. A tuple of the stream {@code default} has one field, a row: an {@code Object[]}
 * with values as Calcite's generated code has them (DATE: {@code Integer} days, TIMESTAMP: {@code
 * Long} milliseconds). Marks travel in order with rows on a stream of their own: no row that is
 * older will come.
 */
// Rows are arrays that hold nulls, and fields are set by prepare and open.
@NullUnmarked
package io.eyewall.sql.operator;

import org.jspecify.annotations.NullUnmarked;
