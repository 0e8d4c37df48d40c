/** Rows of tables: as text, as columns of a database, and made up. */
@NullMarked
package io.eyewall.sql.row;

import org.jspecify.annotations.NullMarked;
