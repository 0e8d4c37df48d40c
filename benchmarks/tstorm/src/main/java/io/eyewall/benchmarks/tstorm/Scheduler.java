package io.eyewall.benchmarks.tstorm;

import java.io.IOException;

/**
 * The scheduler that places a topology's executors in an experiment; the names are used on the
 * command line.
 */
enum Scheduler {
    /** Storm's default scheduler. */
    STORM,
    /** Storm's resource-aware scheduler. */
    RAS,
    /** Eyewall's schedule generator. */
    EYEWALL;

    /** Runs one topology under this scheduler, on a cluster of its own; takes minutes. */
    Run run(Setting setting, Workload workload) throws IOException, InterruptedException {
        return switch (this) {
            case STORM -> Experiment.storm(setting, workload);
            case RAS -> Experiment.resourceAware(setting, workload);
            case EYEWALL -> Experiment.eyewall(setting, workload);
        };
    }
}
