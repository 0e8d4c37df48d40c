package io.eyewall.model.simulation.spec;

import java.util.Map;

/** Something that happens at a time of the run. */
public sealed interface Incident {
    /** When, in nanoseconds since the start. */
    long atNs();

    /**
     * A node dies with all its workers.
     *
     * @param node its name
     */
    record FailNode(long atNs, String node) implements Incident {}

    /**
     * A node that has died is back, without workers.
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
     * From now on messages come so many times as often as the topology says.
     *
     * @param topology its name
     * @param factor 1 for the usual rate
     */
    record Load(long atNs, String topology, double factor) implements Incident {}

    /**
     * From now on plans are made otherwise.
     *
     * @param algorithm the name of an algorithm, or {@link SchedulerSpec#NONE}
     * @param parameters its parameters
     */
    record Use(long atNs, String algorithm, Map<String, Double> parameters) implements Incident {}
}
