/**
 * Emits: the one slow path that spouts and bolts share, the anchoring of tuples to trees and
 * messages, delivery to several tasks, and what observes an emit (hooks, debug events, traces). The
 * fast path is in {@code hotpath}. Depends on {@code acking}, {@code core}, {@code delivery},
 * {@code executor}, {@code routing}, {@code trace}.
 */
@NullMarked
package io.eyewall.engine.emit;

import org.jspecify.annotations.NullMarked;
