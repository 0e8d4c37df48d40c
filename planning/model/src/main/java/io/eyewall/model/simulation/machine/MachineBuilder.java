package io.eyewall.model.simulation.machine;

import io.eyewall.model.simulation.event.Service;
import io.eyewall.model.simulation.event.SkewedKeys;
import io.eyewall.model.simulation.machine.SimExecutor.Role;
import io.eyewall.model.simulation.spec.ComponentSpec;
import io.eyewall.model.simulation.spec.InputSpec;
import io.eyewall.model.simulation.spec.SourceSpec;
import io.eyewall.model.simulation.spec.TopologySpec;
import io.eyewall.placement.load.ExecutorId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Creates executors and streams of topologies. Tasks are numbered component by component, as in
 * Storm.
 */
final class MachineBuilder {
    /** Storm's name of the acker component. */
    static final String ACKER = "__acker";

    /** Size of a tuple to or from an acker: a message id, a checksum and the envelope. */
    private static final double ACK_BYTES = 40;

    private final World world;
    private final Processing processing;
    private final SplittableRandom random;

    MachineBuilder(World world, Processing processing, SplittableRandom random) {
        this.world = world;
        this.processing = processing;
        this.random = random;
    }

    void addTopology(TopologySpec spec) {
        SimTopology topology = new SimTopology(world.topologies.size(), spec);
        world.topologies.add(topology);
        Map<String, ComponentSpec> byName = new TreeMap<>();
        spec.components().forEach(component -> byName.put(component.name(), component));
        Map<String, SimComponent> componentsByName = new TreeMap<>();
        int task = 1;
        if (spec.acking() == TopologySpec.Acking.ACKERS) {
            task = addAckers(topology, componentsByName, task);
        }
        int spouts = 0;
        for (ComponentSpec component : byName.values()) {
            SimComponent added = addComponent(topology, component.name(), componentsByName);
            for (int i = 0; i < component.executors(); i++) {
                SourceSpec source = component.source();
                addExecutor(
                        topology,
                        added,
                        task++,
                        source == null ? Role.BOLT : Role.SPOUT,
                        component.service(),
                        component.waitService(),
                        source == null
                                ? null
                                : new Source(
                                        source, component.executors(), spec.batch(), spouts++));
            }
        }
        for (ComponentSpec component : byName.values()) {
            for (InputSpec input : component.inputs()) {
                connect(
                        componentsByName.get(input.from()),
                        componentsByName.get(component.name()),
                        input,
                        Objects.requireNonNull(byName.get(input.from())).bytes());
            }
        }
        if (spec.acking() == TopologySpec.Acking.ACKERS) {
            connectAckers(topology, Objects.requireNonNull(componentsByName.get(ACKER)));
        }
    }

    private static SimComponent addComponent(
            SimTopology topology, String name, Map<String, SimComponent> componentsByName) {
        SimComponent component = new SimComponent(name);
        topology.components.add(component);
        componentsByName.put(name, component);
        return component;
    }

    private int addAckers(
            SimTopology topology, Map<String, SimComponent> componentsByName, int firstTask) {
        SimComponent ackers = addComponent(topology, ACKER, componentsByName);
        Service service = new Service(topology.spec.ackNs(), Service.Shape.CONSTANT);
        int task = firstTask;
        for (int i = 0; i < topology.spec.ackers(); i++) {
            addExecutor(topology, ackers, task++, Role.ACKER, service, Service.NONE, null);
        }
        return task;
    }

    private void addExecutor(
            SimTopology topology,
            SimComponent component,
            int task,
            Role role,
            Service service,
            Service waitService,
            @Nullable Source source) {
        SimExecutor executor =
                new SimExecutor(
                        world.executors.size(),
                        new ExecutorId(topology.spec.name(), component.name, task, task),
                        role,
                        topology,
                        component,
                        service,
                        waitService,
                        source,
                        random.split(),
                        processing);
        world.executors.add(executor);
        topology.executors.add(executor);
        component.executors.add(executor);
    }

    private static void connect(
            @Nullable SimComponent from, @Nullable SimComponent to, InputSpec input, double bytes) {
        SimExecutor[] targets = Objects.requireNonNull(to).executors.toArray(new SimExecutor[0]);
        SkewedKeys keys =
                input.grouping() == InputSpec.Grouping.FIELDS
                        ? new SkewedKeys(input.keys(), input.skew())
                        : null;
        int firstTarget = 0;
        for (SimExecutor sender : Objects.requireNonNull(from).executors) {
            sender.outputs.add(
                    new OutEdge(
                            targets,
                            input.grouping(),
                            input.perTuple(),
                            bytes,
                            keys,
                            firstTarget++ % targets.length));
        }
    }

    private static void connectAckers(SimTopology topology, SimComponent ackers) {
        SimExecutor[] targets = ackers.executors.toArray(new SimExecutor[0]);
        List<SimExecutor> spouts = new ArrayList<>();
        for (SimExecutor executor : topology.executors) {
            if (executor.role == Role.SPOUT) {
                spouts.add(executor);
            }
            if (executor.role != Role.ACKER) {
                executor.acks = ackEdge(targets);
            }
        }
        SimExecutor[] spoutTargets = spouts.toArray(new SimExecutor[0]);
        ackers.executors.forEach(acker -> acker.outputs.add(ackEdge(spoutTargets)));
    }

    private static OutEdge ackEdge(SimExecutor[] targets) {
        return new OutEdge(targets, InputSpec.Grouping.FIELDS, 1, ACK_BYTES, null, 0);
    }
}
