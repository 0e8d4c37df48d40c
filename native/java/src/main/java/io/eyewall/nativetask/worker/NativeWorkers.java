package io.eyewall.nativetask.worker;

import org.apache.storm.generated.StormTopology;

/**
 * Asks a cluster to run what it can of a topology in workers without Java: {@code
 * StormSubmitter.submitTopology(name, conf, NativeWorkers.in(builder.createTopology()))}.
 *
 * <p>Its supervisors need one line in {@code storm.yaml}, without which they refuse nothing and
 * start Storm's own workers: {@code supervisor.worker.version.main.map: {"2.7.0":
 * "io.eyewall.nativetask.worker.NativeWorker"}}.
 */
public final class NativeWorkers {
    /** Storm's hook for topologies of other versions; 2.8 itself always has Storm's main class. */
    private static final String VERSION = "2.7.0";

    private NativeWorkers() {}

    /** Marks the topology, and returns it. */
    public static StormTopology in(StormTopology topology) {
        topology.set_storm_version(VERSION);
        return topology;
    }
}
