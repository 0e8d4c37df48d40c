package io.eyewall.benchmarks.tstorm;

import java.io.IOException;

/** Who places a topology's executors in an experiment; the names are the command's words. */
enum Scheduler {
    /** Storm's default. */
    STORM,
    /** Storm's resource-aware one. */
    RAS,
    /** Ours. */
    EYEWALL;

    /** One topology under it, on a cluster of its own: minutes. */
    Run run(Setting setting, Workload workload) throws IOException, InterruptedException {
        return switch (this) {
            case STORM -> Experiment.storm(setting, workload);
            case RAS -> Experiment.resourceAware(setting, workload);
            case EYEWALL -> Experiment.eyewall(setting, workload);
        };
    }
}
