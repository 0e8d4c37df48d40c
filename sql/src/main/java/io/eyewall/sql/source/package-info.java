/** Spouts that read tables and streams. */
// Rows are arrays that hold nulls, and fields are set by prepare and open.
@NullUnmarked
package io.eyewall.sql.source;

import org.jspecify.annotations.NullUnmarked;
