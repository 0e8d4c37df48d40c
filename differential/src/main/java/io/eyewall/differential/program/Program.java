package io.eyewall.differential.program;

import io.eyewall.differential.stage.Stage;
import java.io.Serializable;
import java.util.Map;
import java.util.TreeMap;

/**
 * A small Storm program and what it shows.
 *
 * @param name unique; also the name of the topology
 * @param shows one sentence
 * @param source the file of Storm that decides it, from {@code org/apache/storm/} on
 * @param body builds, submits and drives topologies and writes down facts
 * @param differences fact to how we differ there on purpose; every other fact must be the same
 * @param place which cluster and process it needs
 */
public record Program(
        String name,
        String shows,
        String source,
        Body body,
        Map<String, Difference> differences,
        Place place) {

    /** Where a program runs. */
    public enum Place {
        /** On a cluster together with other programs. */
        SHARED_CLUSTER,
        /** On a cluster of its own, started when the others are done: it may close it. */
        OWN_CLUSTER,
        /**
         * On clusters that it builds itself, after all others are closed: it may simulate time.
         * Storm's {@code org.apache.storm.Testing} is on the class path, with us after our jars.
         */
        BUILT_CLUSTERS,
        /**
         * On Storm in a process of its own, because it ends that; with us on the shared cluster.
         */
        ENDS_STORMS_PROCESS
    }

    /**
     * A fact on which we differ on purpose.
     *
     * @param reason whole sentences, for the page of differences
     * @param always whether the fact must differ; if not, it may
     */
    public record Difference(String reason, boolean always) {}

    /**
     * Drives the program; throws if it could not be brought to its end. Serializable, so that tools
     * can find the method behind it and what that uses.
     */
    @FunctionalInterface
    public interface Body extends Serializable {
        void run(Stage stage) throws Exception;
    }

    /** The fact that says how the process fared, written by whoever started it. */
    public static final String PROCESS_FACT = "process";

    /** The fact that the program came to its end. */
    public static final String END_FACT = "end";

    public static Program of(String name, String shows, String source, Body body) {
        return new Program(name, shows, source, body, Map.of(), Place.SHARED_CLUSTER);
    }

    /** Marks a fact on which we always differ on purpose. */
    public Program differs(String fact, String reason) {
        return marked(fact, new Difference(reason, true));
    }

    /** Marks a fact on which we may differ on purpose. */
    public Program mayDiffer(String fact, String reason) {
        return marked(fact, new Difference(reason, false));
    }

    /** Marks a program that can't come to its end here yet. */
    public Program notYet(String reason) {
        return differs(END_FACT, "Not here yet: " + reason);
    }

    private Program marked(String fact, Difference difference) {
        Map<String, Difference> marked = new TreeMap<>(differences);
        marked.put(fact, difference);
        return new Program(name, shows, source, body, Map.copyOf(marked), place);
    }

    /** The same program on a cluster of its own. */
    public Program onOwnCluster() {
        return new Program(name, shows, source, body, differences, Place.OWN_CLUSTER);
    }

    /** The same program on clusters that it builds. */
    public Program onBuiltClusters() {
        return new Program(name, shows, source, body, differences, Place.BUILT_CLUSTERS);
    }

    /** Marks a program in which Storm ends its process and we do not. */
    public Program endsStormsProcess(String reason) {
        Program marked = differs(PROCESS_FACT, reason);
        return new Program(
                name, shows, source, body, marked.differences, Place.ENDS_STORMS_PROCESS);
    }
}
