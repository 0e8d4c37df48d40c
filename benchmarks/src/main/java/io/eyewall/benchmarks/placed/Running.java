package io.eyewall.benchmarks.placed;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** A scenario that runs on two cores; one at a time in a JVM. Used by one thread. */
interface Running extends AutoCloseable {
    /** From now on, executors move as this algorithm says. */
    void place(String algorithm, Duration period);

    /** Lets sources send as in a phase. */
    void setPhase(int phase);

    /**
     * Lets it run on until a time and says what happened since the last call.
     *
     * @param place of the phase in the timeline
     * @param untilSec seconds from the beginning of the run
     */
    Sample sample(int place, double untilSec) throws InterruptedException, IOException;

    /** Stops the sources, waits until all is done, and says what is wrong with the answer. */
    List<String> finish() throws InterruptedException;

    @Override
    void close();
}
