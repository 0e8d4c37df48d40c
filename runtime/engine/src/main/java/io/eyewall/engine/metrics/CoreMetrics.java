package io.eyewall.engine.metrics;

/**
 * The counters of one core since the engine's start, or between two moments. All topologies share
 * the cores.
 *
 * @param core index of the core
 * @param executors executors of all topologies on the core now, including Storm's system bolts
 * @param busyNs nanoseconds in which the core had work
 * @param sleeps how many times the core's thread went to sleep
 */
public record CoreMetrics(int core, int executors, long busyNs, long sleeps) {

    /** Returns the difference to the counters of an earlier moment. */
    public CoreMetrics since(CoreMetrics before) {
        return new CoreMetrics(core, executors, busyNs - before.busyNs, sleeps - before.sleeps);
    }

    /** For a difference of two moments: returns whether the core slept all the time at no cost. */
    public boolean isParked() {
        return busyNs == 0 && sleeps == 0;
    }
}
