/**
 * Spouts: when {@code nextTuple} is called, which messages are pending, when {@code ack} and {@code
 * fail} are called, and the slow path of the collectors. Depends on {@code acking}, {@code core},
 * {@code delivery}, {@code emit}, {@code executor}, {@code mailbox}, {@code routing}, {@code tick},
 * {@code trace}.
 */
@NullMarked
package io.eyewall.engine.spout;

import org.jspecify.annotations.NullMarked;
