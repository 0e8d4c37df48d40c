/**
 * Bolts: the executor that takes tuples out of a mailbox or is called directly, its tasks, and the
 * slow path of their collectors. Depends on {@code acking}, {@code core}, {@code delivery}, {@code
 * emit}, {@code executor}, {@code routing}, {@code state}, {@code tick}, {@code trace}.
 */
@NullMarked
package io.eyewall.engine.bolt;

import org.jspecify.annotations.NullMarked;
