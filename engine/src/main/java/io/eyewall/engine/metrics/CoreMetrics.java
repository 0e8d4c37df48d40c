package io.eyewall.engine.metrics;

/**
 * One core's numbers since the engine's start, or between two moments. Topologies share all cores.
 *
 * @param core its index
 * @param executors placed there now, of all topologies; Storm's system bolts included
 * @param busyNs nanoseconds in which it had something to do
 * @param sleeps how many times its thread went to sleep
 */
public record CoreMetrics(int core, int executors, long busyNs, long sleeps) {

    /** What was counted since an earlier moment. */
    public CoreMetrics since(CoreMetrics before) {
        return new CoreMetrics(core, executors, busyNs - before.busyNs, sleeps - before.sleeps);
    }

    /**
     * Whether it slept all the time and cost nothing, provided that these are numbers between two
     * moments.
     */
    public boolean isParked() {
        return busyNs == 0 && sleeps == 0;
    }
}
