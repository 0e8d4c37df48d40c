package io.eyewall.benchmarks.scenario.runner;

import io.eyewall.benchmarks.scenario.Peer;
import io.eyewall.benchmarks.scenario.Scenario;
import io.eyewall.benchmarks.scenario.child.Measurement;
import java.io.IOException;

/** Makes one measurement. */
@FunctionalInterface
public interface Launcher {
    /**
     * Runs a system and blocks until it has been measured.
     *
     * @param warmupMs time from the first counted unit to the window
     * @param windowMs length of the window
     * @throws ChildFailedException if there is no result
     * @throws IOException if no measurement is possible at all
     */
    Measurement run(Scenario scenario, Peer peer, long warmupMs, long windowMs)
            throws IOException, InterruptedException;
}
