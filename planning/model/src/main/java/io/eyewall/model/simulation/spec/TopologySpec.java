package io.eyewall.model.simulation.spec;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A topology. Its streams form no cycles: with bounded queues, senders that wait for each other
 * would wait for ever.
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
 * @param batch how many tuples travel together as one; 1 is exact, more is faster to simulate
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
        /** By messages to tasks of their own, as Storm does. */
        ACKERS,
        /** By counters in the same process, as our engine does. */
        COUNTED
    }

    public TopologySpec {
        components = List.copyOf(components);
        String what = "topology '" + name + "'";
        Check.positive(what, "workers", workers);
        Check.notNegative(what, "ackers", ackers);
        Check.notNegative(what, "ack-cost", ackNs);
        Check.notNegative(what, "max-pending", maxPending);
        Check.positive(what, "timeout", timeoutNs);
        Check.positive(what, "queue", queueTuples);
        Check.positive(what, "batch", batch);
        if ((acking == Acking.ACKERS) != (ackers > 0)) {
            throw new IllegalArgumentException(
                    what + ": " + ackers + " ackers with acking " + acking + " make no sense");
        }
        if (components.stream().noneMatch(ComponentSpec::isSpout)) {
            throw new IllegalArgumentException(what + " has no spout");
        }
        checkStreams(what, components);
    }

    private static void checkStreams(String what, List<ComponentSpec> components) {
        Map<String, ComponentSpec> byName = new HashMap<>();
        components.forEach(component -> byName.put(component.name(), component));
        Set<String> done = new HashSet<>();
        for (ComponentSpec component : components) {
            visit(what, component, byName, done, new HashSet<>());
        }
    }

    private static void visit(
            String what,
            ComponentSpec component,
            Map<String, ComponentSpec> byName,
            Set<String> done,
            Set<String> path) {
        if (done.contains(component.name())) {
            return;
        }
        if (!path.add(component.name())) {
            throw new IllegalArgumentException(
                    what
                            + ": '"
                            + component.name()
                            + "' takes what it has emitted itself, by way of "
                            + path
                            + "; cycles can't be simulated");
        }
        for (InputSpec input : component.inputs()) {
            ComponentSpec from = byName.get(input.from());
            if (from == null) {
                throw new IllegalArgumentException(
                        what
                                + ": '"
                                + component.name()
                                + "' takes from '"
                                + input.from()
                                + "', which it does not have; it has "
                                + byName.keySet().stream().sorted().toList());
            }
            visit(what, from, byName, done, path);
        }
        path.remove(component.name());
        done.add(component.name());
    }
}
