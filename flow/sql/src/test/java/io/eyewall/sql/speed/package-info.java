/** SQL's speed beside the same topology written by hand; {@code benchmarks/sql} runs it. */
@NullMarked
package io.eyewall.sql.speed;

import org.jspecify.annotations.NullMarked;
