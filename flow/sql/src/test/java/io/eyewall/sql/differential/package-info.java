/** Random scripts, run here and on PostgreSQL, with their rows compared. */
@NullMarked
package io.eyewall.sql.differential;

import org.jspecify.annotations.NullMarked;
