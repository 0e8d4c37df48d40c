package io.eyewall.model.simulation.spec;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A topology. Its streams must not form cycles: with bounded queues, the senders of a cycle could
 * wait for each other for ever.
 *
 * @param name its id
 * @param workers number of slots that it requests initially
 * @param acking how tuple trees are tracked
 * @param ackers executors of the acker, for {@link Acking#ACKERS}
 * @param ackNs processor time per message of an acker, and per ack of a spout
 * @param maxPending limit of pending messages per spout executor; 0 for none
 * @param timeoutNs time after which a message fails, and is emitted again
 * @param queueTuples how many tuples may wait for an executor before senders stop; {@link
 *     Integer#MAX_VALUE} for no limit
 * @param batch how many tuples are simulated together as one; 1 is exact, more are faster to
 *     simulate
 * @param loadAware whether shuffle grouping prefers near tasks, as Storm does since 2.0
 * @param components its components
 */
public record TopologySpec(
        String name,
        int workers,
        Acking acking,
        int ackers,
        double ackNs,
        int maxPending,
        long timeoutNs,
        int queueTuples,
        int batch,
        boolean loadAware,
        List<ComponentSpec> components) {

    /** How tuple trees are tracked. */
    public enum Acking {
        /** They are not tracked. */
        NONE,
        /** By tuples to separate acker tasks, as in Storm. */
        ACKERS,
        /** By counters in the same process, as in our engine. */
        COUNTED
    }

    public TopologySpec {
        components = List.copyOf(components);
        String subject = "topology '" + name + "'";
        Check.positive(subject, "workers", workers);
        Check.notNegative(subject, "ackers", ackers);
        Check.notNegative(subject, "ack-cost", ackNs);
        Check.notNegative(subject, "max-pending", maxPending);
        Check.positive(subject, "timeout", timeoutNs);
        Check.positive(subject, "queue", queueTuples);
        Check.positive(subject, "batch", batch);
        if ((acking == Acking.ACKERS) != (ackers > 0)) {
            throw new IllegalArgumentException(
                    subject + ": " + ackers + " ackers with acking " + acking + " make no sense");
        }
        if (components.stream().noneMatch(ComponentSpec::isSpout)) {
            throw new IllegalArgumentException(subject + " has no spout");
        }
        checkStreams(subject, components);
    }

    private static void checkStreams(String subject, List<ComponentSpec> components) {
        Map<String, ComponentSpec> byName = new HashMap<>();
        components.forEach(component -> byName.put(component.name(), component));
        Set<String> visited = new HashSet<>();
        for (ComponentSpec component : components) {
            visit(subject, component, byName, visited, new HashSet<>());
        }
    }

    private static void visit(
            String subject,
            ComponentSpec component,
            Map<String, ComponentSpec> byName,
            Set<String> visited,
            Set<String> path) {
        if (visited.contains(component.name())) {
            return;
        }
        if (!path.add(component.name())) {
            throw new IllegalArgumentException(
                    subject
                            + ": '"
                            + component.name()
                            + "' receives tuples that follow from its own, along the path "
                            + path
                            + "; cycles can't be simulated");
        }
        for (InputSpec input : component.inputs()) {
            ComponentSpec from = byName.get(input.from());
            if (from == null) {
                throw new IllegalArgumentException(
                        subject
                                + ": '"
                                + component.name()
                                + "' takes from '"
                                + input.from()
                                + "', which it does not have; it has "
                                + byName.keySet().stream().sorted().toList());
            }
            visit(subject, from, byName, visited, path);
        }
        path.remove(component.name());
        visited.add(component.name());
    }
}
