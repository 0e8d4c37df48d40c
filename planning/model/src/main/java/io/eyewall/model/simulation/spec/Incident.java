package io.eyewall.model.simulation.spec;

import java.util.Map;

/** An event at a given time of the run. */
public sealed interface Incident {
    /** Returns the time of the event, in nanoseconds since the start. */
    long atNs();

    /**
     * A node fails with all its workers.
     *
     * @param node its name
     */
    record FailNode(long atNs, String node) implements Incident {}

    /**
     * A failed node is available again, without workers.
     *
     * @param node its name
     */
    record RestoreNode(long atNs, String node) implements Incident {}

    /**
     * The workers of a node die; its supervisor starts them again.
     *
     * @param node its name
     */
    record KillWorkers(long atNs, String node) implements Incident {}

    /**
     * The rate of a topology's messages changes to a multiple of its specified rate.
     *
     * @param topology its name
     * @param factor 1 for the specified rate
     */
    record Load(long atNs, String topology, double factor) implements Incident {}

    /**
     * The algorithm that makes plans changes.
     *
     * @param algorithm the name of an algorithm, or {@link SchedulerSpec#NONE}
     * @param parameters its parameters
     */
    record Use(long atNs, String algorithm, Map<String, Double> parameters) implements Incident {}
}
