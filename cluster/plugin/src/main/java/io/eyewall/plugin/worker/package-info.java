/**
 * The workers' part of smooth re-assignment: each worker of a topology publishes its progress with
 * the newest assignment in ZooKeeper ({@link io.eyewall.plugin.worker.Note}), reads the others'
 * progress, and decides by itself what to do next ({@link
 * io.eyewall.plugin.worker.ReassignmentStateMachine}, without I/O). Threads: {@code eyewall-smooth}
 * decides, {@code eyewall-smooth-zookeeper} reads and writes notes, executors' threads pass {@link
 * io.eyewall.plugin.worker.SpoutGates}. Depends only on the JDK and Storm.
 */
@NullMarked
package io.eyewall.plugin.worker;

import org.jspecify.annotations.NullMarked;
