package io.eyewall.nativetask.worker;

import org.apache.storm.generated.StormTopology;

/**
 * Marks topologies so that a cluster runs as many of their workers as possible without Java: {@code
 * StormSubmitter.submitTopology(name, conf, NativeWorkers.in(builder.createTopology()))}.
 *
 * <p>The cluster's supervisors need one line in {@code storm.yaml}; without it they start Storm's
 * workers: {@code supervisor.worker.version.main.map: {"2.7.0":
 * "io.eyewall.nativetask.worker.NativeWorker"}}.
 */
public final class NativeWorkers {
    /**
     * The Storm version by which Storm's supervisors look up the main class of the worker in {@code
     * supervisor.worker.version.main.map}; for topologies of their own version they always run
     * Storm's main class.
     */
    private static final String VERSION = "2.7.0";

    private NativeWorkers() {}

    /** Marks the topology, and returns it. */
    public static StormTopology in(StormTopology topology) {
        topology.set_storm_version(VERSION);
        return topology;
    }
}
