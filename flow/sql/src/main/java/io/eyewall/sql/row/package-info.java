/** Converts the rows of tables to and from text and database columns, and generates rows. */
@NullMarked
package io.eyewall.sql.row;

import org.jspecify.annotations.NullMarked;
