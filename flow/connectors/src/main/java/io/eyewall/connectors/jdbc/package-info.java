/**
 * Databases by JDBC: a source that follows a growing column, and a sink that inserts or upserts, at
 * least once or, with a table of the written positions, exactly once. Needs the database's driver.
 */
@NullMarked
package io.eyewall.connectors.jdbc;

import org.jspecify.annotations.NullMarked;
