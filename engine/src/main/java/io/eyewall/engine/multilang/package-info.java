/**
 * Looks after the child processes of Storm's {@code ShellBolt} and {@code ShellSpout}, which run
 * unchanged: how far a child may lag behind what it was sent, when it counts as dead, and starting
 * it anew. Threads: the executor's, and those that {@code ShellBolt} starts. Depends on {@code
 * thread}.
 */
@NullMarked
package io.eyewall.engine.multilang;

import org.jspecify.annotations.NullMarked;
