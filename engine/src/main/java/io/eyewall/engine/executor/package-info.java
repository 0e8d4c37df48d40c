/**
 * Executors and their tasks: what calls the user's spouts and bolts, and the collectors that they
 * call. An executor is a {@link io.eyewall.engine.core.Tasklet} of one core; its tasks never run
 * concurrently. User code that blocks runs on ({@code AWAY}) or gets ({@code DEDICATED}) another
 * thread; that thread's emits and acks go to the core as commands. Depends on {@code acking},
 * {@code core}, {@code delivery}, {@code mailbox}, {@code memory}, {@code routing}, {@code state},
 * {@code thread}, {@code trace}.
 */
@NullMarked
package io.eyewall.engine.executor;

import org.jspecify.annotations.NullMarked;
