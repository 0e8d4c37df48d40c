package io.eyewall.benchmarks.accuracy;

import io.eyewall.model.calibration.Recording;

/**
 * Measurements of a subject in a configuration.
 *
 * @param offeredPerSec messages offered per second; 0 if sources always had more
 * @param recording as {@code eyewall plan record} makes it
 * @param latencies of all messages in that time
 * @param takenCores processor time taken by other processes and the host, in cores
 */
record Run(double offeredPerSec, Recording recording, Latencies latencies, double takenCores) {

    /** Returns the root tuples per second. */
    double perSec() {
        double roots = 0;
        double seconds = 0;
        for (Recording.Window window : recording.windows()) {
            seconds += window.seconds();
            for (Recording.Executor executor : window.executors()) {
                roots += executor.component().equals("spout") ? executor.tuples() : 0;
            }
        }
        return roots / seconds;
    }

    /** Returns the processor time of all cores, in cores. */
    double cores() {
        double coreSeconds = 0;
        double seconds = 0;
        for (Recording.Window window : recording.windows()) {
            seconds += window.seconds();
            coreSeconds += window.seconds() * window.busyCores();
        }
        return coreSeconds / seconds;
    }
}
