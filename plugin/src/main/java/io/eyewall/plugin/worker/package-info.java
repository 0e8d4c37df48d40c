/**
 * Smooth re-assignment, as workers see it: each worker of a topology says in ZooKeeper how far it
 * is with the newest assignment ({@link io.eyewall.plugin.worker.Note}), reads what the others say,
 * and decides by itself what it does next ({@link io.eyewall.plugin.worker.Switch}, pure). Threads:
 * {@code eyewall-smooth} owns the decision, {@code eyewall-smooth-zookeeper} reads and writes
 * notes, executors' threads pass {@link io.eyewall.plugin.worker.Gates}. Needs the JDK and Storm
 * alone.
 */
@NullMarked
package io.eyewall.plugin.worker;

import org.jspecify.annotations.NullMarked;
