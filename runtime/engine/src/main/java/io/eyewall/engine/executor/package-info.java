/**
 * The common part of executors and tasks of spouts and bolts: where user code runs, an executor's
 * life, its mailbox and back-pressure, and calls by foreign threads. An executor is a {@link
 * io.eyewall.engine.core.Tasklet} of one core; its tasks never run concurrently. When user code
 * blocks, it either stays on a thread that has lost its core ({@code AWAY}) or gets a dedicated
 * thread ({@code DEDICATED}); emits and acks of such a thread reach the core as commands. Depends
 * on {@code acking}, {@code core}, {@code delivery}, {@code mailbox}, {@code memory}, {@code
 * routing}, {@code thread}, {@code trace}.
 */
@NullMarked
package io.eyewall.engine.executor;

import org.jspecify.annotations.NullMarked;
