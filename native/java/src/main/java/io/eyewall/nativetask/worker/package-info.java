/**
 * Whole workers of a Storm cluster in C++. Storm's supervisor starts a JVM as for any worker; where
 * all executors of the worker are native, that JVM runs {@code eyewall-native-worker}, which takes
 * the worker's port and speaks Storm's protocol, and does for it what is the cluster's: heartbeats,
 * assignments, statistics, errors. Otherwise it is Storm's own worker.
 *
 * <p>Threads: {@code eyewall-native-worker} has all periodic work; {@code
 * eyewall-native-worker-said} listens to the program.
 */
@NullMarked
package io.eyewall.nativetask.worker;

import org.jspecify.annotations.NullMarked;
