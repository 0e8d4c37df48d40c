package io.eyewall.differential.program;

import io.eyewall.differential.stage.Stage;
import java.io.Serializable;
import java.util.Map;
import java.util.TreeMap;

/**
 * A small Storm program and the behaviour that it shows.
 *
 * @param name unique name; also the name of the topology
 * @param shows one sentence that states the behaviour
 * @param source the file of Storm that determines the behaviour, below {@code org/apache/storm/}
 * @param body builds, submits and drives topologies, and records facts
 * @param differences intended differences by fact; every other fact must be the same
 * @param place the cluster and process that the program needs
 */
public record Program(
        String name,
        String shows,
        String source,
        Body body,
        Map<String, Difference> differences,
        Place place) {

    /** The cluster and process that a program needs. */
    public enum Place {
        /** A cluster that it shares with other programs. */
        SHARED_CLUSTER,
        /**
         * A cluster of its own, started after the shared one's programs: the program may close it.
         */
        OWN_CLUSTER,
        /**
         * Clusters that the program builds itself, after all others are closed: it may simulate
         * time. Storm's {@code org.apache.storm.Testing} is on the class path; in our run it
         * follows our jars.
         */
        BUILT_CLUSTERS,
        /**
         * On Storm a process of its own, because the program ends the process; in our run the
         * shared cluster.
         */
        ENDS_STORMS_PROCESS
    }

    /**
     * An intended difference in a fact.
     *
     * @param reason whole sentences, for the page of differences
     * @param always whether the fact must differ; otherwise it may differ
     */
    public record Difference(String reason, boolean always) {}

    /**
     * Drives the program; throws if the program could not be completed. Serializable, so that tools
     * can find the method behind it and the classes that the method uses.
     */
    @FunctionalInterface
    public interface Body extends Serializable {
        void run(Stage stage) throws Exception;
    }

    /** The fact with the result of the process, recorded by the code that started the process. */
    public static final String PROCESS_FACT = "process";

    /** The fact that the program was completed. */
    public static final String END_FACT = "end";

    public static Program of(String name, String shows, String source, Body body) {
        return new Program(name, shows, source, body, Map.of(), Place.SHARED_CLUSTER);
    }

    /** Marks a fact that always differs intentionally. */
    public Program differs(String fact, String reason) {
        return marked(fact, new Difference(reason, true));
    }

    /** Marks a fact that may differ intentionally. */
    public Program mayDiffer(String fact, String reason) {
        return marked(fact, new Difference(reason, false));
    }

    /** Marks a program that cannot be completed on Eyewall yet. */
    public Program notYet(String reason) {
        return differs(END_FACT, "Not here yet: " + reason);
    }

    private Program marked(String fact, Difference difference) {
        Map<String, Difference> marked = new TreeMap<>(differences);
        marked.put(fact, difference);
        return new Program(name, shows, source, body, Map.copyOf(marked), place);
    }

    /** Returns the same program on a cluster of its own. */
    public Program onOwnCluster() {
        return new Program(name, shows, source, body, differences, Place.OWN_CLUSTER);
    }

    /** Returns the same program on clusters that it builds. */
    public Program onBuiltClusters() {
        return new Program(name, shows, source, body, differences, Place.BUILT_CLUSTERS);
    }

    /** Marks a program in which Storm ends its process and Eyewall does not. */
    public Program endsStormsProcess(String reason) {
        Program marked = differs(PROCESS_FACT, reason);
        return new Program(
                name, shows, source, body, marked.differences, Place.ENDS_STORMS_PROCESS);
    }
}
