/** What takes the rows of a query. */
// Rows are arrays that hold nulls, and fields are set by prepare and open.
@NullUnmarked
package io.eyewall.sql.sink;

import org.jspecify.annotations.NullUnmarked;
