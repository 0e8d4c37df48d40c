/** Queries over real servers. */
@NullMarked
package io.eyewall.sql.server;

import org.jspecify.annotations.NullMarked;
