/**
 * Supervises the child processes of Storm's {@code ShellBolt} and {@code ShellSpout}, which run
 * unchanged: limits how many tuples are sent ahead of a child, decides when a child counts as dead,
 * and restarts it. Runs on the executor's thread and on those that {@code ShellBolt} starts.
 * Depends on {@code thread}.
 */
@NullMarked
package io.eyewall.engine.multilang;

import org.jspecify.annotations.NullMarked;
