/**
 * Cores and their threads: a {@link io.eyewall.engine.core.Core} is the state of one core (ready
 * tasklets, links to the other cores, timers), and exactly one thread, its owner, runs it at a
 * time. It runs {@link io.eyewall.engine.core.Tasklet tasklets}; an executor is one. The watcher
 * replaces the owner thread of a core that is stuck in user code. Depends on {@code acking}, {@code
 * mailbox}, {@code memory}, {@code metrics} and {@code thread}.
 */
@NullMarked
package io.eyewall.engine.core;

import org.jspecify.annotations.NullMarked;
