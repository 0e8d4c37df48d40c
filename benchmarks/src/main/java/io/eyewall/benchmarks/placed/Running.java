package io.eyewall.benchmarks.placed;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** A scenario that runs on two cores; one at a time in a JVM. Used by one thread. */
interface Running extends AutoCloseable {
    /** Sets the algorithm that moves executors from now on. */
    void place(String algorithm, Duration period);

    /** Sets the phase that sources follow. */
    void setPhase(int phase);

    /**
     * Lets the scenario run until a time and returns what happened since the last call.
     *
     * @param place position of the phase in the timeline
     * @param untilSec seconds from the beginning of the run
     */
    Sample sample(int place, double untilSec) throws InterruptedException, IOException;

    /** Stops the sources, waits until all is done, and returns the errors in the answer. */
    List<String> finish() throws InterruptedException;

    @Override
    void close();
}
