/**
 * Whole workers of a Storm cluster in C++. Storm's supervisor starts a JVM as for any worker. If
 * all executors of the worker are native, that JVM runs {@code eyewall-native-worker}, which
 * listens on the worker's port and speaks Storm's protocol. The JVM does the worker's communication
 * with the cluster: heartbeats, assignments, statistics, errors. Otherwise the JVM runs Storm's
 * worker.
 *
 * <p>Threads: {@code eyewall-native-worker} does the periodic work except heartbeats, which have
 * {@code eyewall-native-worker-heart}; {@code eyewall-native-worker-said} reads the program's
 * output; {@code eyewall-native-worker-end} exits the JVM.
 */
@NullMarked
package io.eyewall.nativetask.worker;

import org.jspecify.annotations.NullMarked;
