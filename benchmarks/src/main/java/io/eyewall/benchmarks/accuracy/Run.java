package io.eyewall.benchmarks.accuracy;

import io.eyewall.model.calibration.Recording;

/**
 * What was measured of a subject in a configuration.
 *
 * @param offeredPerSec messages that were offered per second; 0 for as many as get through
 * @param recording as {@code eyewall plan record} makes it
 * @param latencies of all messages in that time
 * @param takenCores what other processes and the host took of the processors, in cores
 */
record Run(double offeredPerSec, Recording recording, Latencies latencies, double takenCores) {

    /** Root tuples per second. */
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

    /** Processor time of all cores, in cores. */
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
