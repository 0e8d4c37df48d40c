package io.eyewall.benchmarks.placed;

/**
 * One step of a run.
 *
 * @param phase position in the scenario's timeline, from 0
 * @param endSec end of the step, in seconds from the run's beginning
 * @param seconds duration of the step
 * @param tuples tuples executed in the step
 * @param p50Ms median lateness; 0 where sources have no rate
 * @param p99Ms 99th percentile of lateness
 * @param moves executors moved since the run's beginning
 * @param cores cores with a spout or bolt at the end of the step
 * @param executors executors of spouts and bolts at the end of the step
 * @param cpuCores processor time of this process, in cores
 * @param otherCores processor time of all other processes, in cores; -1 if unknown
 */
record Sample(
        int phase,
        double endSec,
        double seconds,
        long tuples,
        double p50Ms,
        double p99Ms,
        int moves,
        int cores,
        int executors,
        double cpuCores,
        double otherCores) {

    double tuplesPerSec() {
        return tuples / seconds;
    }

    double beginSec() {
        return endSec - seconds;
    }

    /** Returns this sample as part of a longer run. */
    Sample shifted(int toPhase, double bySec) {
        return new Sample(
                toPhase,
                endSec + bySec,
                seconds,
                tuples,
                p50Ms,
                p99Ms,
                moves,
                cores,
                executors,
                cpuCores,
                otherCores);
    }
}
