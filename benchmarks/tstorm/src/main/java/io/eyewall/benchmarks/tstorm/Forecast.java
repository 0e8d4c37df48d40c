package io.eyewall.benchmarks.tstorm;

import io.eyewall.model.simulation.Simulator;
import io.eyewall.model.simulation.event.Service;
import io.eyewall.model.simulation.result.ClusterSample;
import io.eyewall.model.simulation.result.SimulationResult;
import io.eyewall.model.simulation.result.TopologyResult;
import io.eyewall.model.simulation.spec.ClusterSpec;
import io.eyewall.model.simulation.spec.ComponentSpec;
import io.eyewall.model.simulation.spec.InputSpec;
import io.eyewall.model.simulation.spec.NodeSpec;
import io.eyewall.model.simulation.spec.SchedulerSpec;
import io.eyewall.model.simulation.spec.SimulationSpec;
import io.eyewall.model.simulation.spec.SourceSpec;
import io.eyewall.model.simulation.spec.TopologySpec;
import io.eyewall.model.simulation.spec.Transfer;
import io.eyewall.model.simulation.spec.WorkerSpec;
import io.eyewall.placement.place.Level;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Simulates chains on a cluster.
 *
 * @param hosts number of hosts, each of two cores
 * @param linkBytesPerSec rate of each host's link in each direction
 * @param tupleNs processor time of an executor per tuple or ack in addition to its work
 * @param overheadCores cores that a worker needs in addition to its executors
 * @param delaysNs delays from executor to executor by their distance
 */
record Forecast(
        int hosts,
        double linkBytesPerSec,
        double tupleNs,
        double overheadCores,
        Map<Level, Long> delaysNs) {
    private static final long SEC = 1_000_000_000L;
    private static final int CORES = 2;
    private static final int SLOTS = 4;
    private static final long QUANTUM_NS = 3_000_000; // Linux's time slice
    private static final int QUEUE = 32_768;

    /**
     * Bytes that serialization adds to a tuple's text; {@link #FRAME} is the factor by which the
     * frames of Ethernet enlarge a segment.
     */
    private static final double TUPLE_BYTES = 60;

    private static final double FRAME = 1514 / 1448.0;

    Forecast {
        delaysNs = Map.copyOf(delaysNs);
    }

    /** Returns the delay from executor to executor at a distance. */
    long delayNs(Level level) {
        return delaysNs.getOrDefault(level, 0L);
    }

    /** Returns the same forecast with another delay. */
    Forecast withDelay(Level level, long ns) {
        Map<Level, Long> delays = new EnumMap<>(Level.class);
        delays.putAll(delaysNs);
        delays.put(level, ns);
        return new Forecast(hosts, linkBytesPerSec, tupleNs, overheadCores, delays);
    }

    /** Returns the same forecast with other hosts and links. */
    Forecast on(int otherHosts, double otherLinkBytesPerSec) {
        return new Forecast(otherHosts, otherLinkBytesPerSec, tupleNs, overheadCores, delaysNs);
    }

    /**
     * Returns the forecast whose delay results in a chain's measured mean time; the mean time is
     * linear in the delay.
     */
    Forecast fitted(Level level, Chain chain, double meanMs) {
        double none = withDelay(level, 0).of(chain).meanMs();
        double one = withDelay(level, SEC / 1000).of(chain).meanMs();
        return withDelay(level, Math.max(0, Math.round((meanMs - none) / (one - none) * 1e6)));
    }

    /** Simulates a chain. */
    Seen of(Chain chain) {
        List<NodeSpec> nodes = new ArrayList<>();
        for (int i = 1; i <= hosts; i++) {
            nodes.add(
                    new NodeSpec(
                            "host" + i,
                            "rack",
                            SLOTS,
                            CORES,
                            Double.POSITIVE_INFINITY,
                            linkBytesPerSec,
                            false));
        }
        Map<Level, Transfer> transfers = new EnumMap<>(Level.class);
        delaysNs.forEach((level, ns) -> transfers.put(level, new Transfer(0, 0, 0, ns)));
        WorkerSpec plain = WorkerSpec.PLAIN;
        WorkerSpec worker =
                new WorkerSpec(
                        overheadCores,
                        plain.burstNs(),
                        plain.startNs(),
                        plain.restartNs(),
                        plain.collectBytes(),
                        plain.pauseNs(),
                        plain.pausePerExecutorNs());
        ClusterSpec cluster =
                new ClusterSpec(
                        nodes,
                        ClusterSpec.Places.SLOTS,
                        Double.POSITIVE_INFINITY,
                        5e6,
                        transfers,
                        Map.of(),
                        QUANTUM_NS,
                        0,
                        worker);
        SimulationResult result =
                Simulator.run(
                        new SimulationSpec(
                                220 * SEC,
                                20 * SEC,
                                10 * SEC,
                                1,
                                cluster,
                                List.of(topology(chain)),
                                SchedulerSpec.none(),
                                List.of()));
        TopologyResult topology = result.topology("chain");
        double cores =
                result.cluster().stream()
                        .filter(sample -> sample.sec() > 20)
                        .mapToDouble(ClusterSample::cores)
                        .average()
                        .orElse(Double.NaN);
        return new Seen(topology.ackedPerSec(), topology.meanMs(), topology.p99Ms(), cores);
    }

    private TopologySpec topology(Chain chain) {
        List<ComponentSpec> components = new ArrayList<>();
        double bytes = (chain.bytes() + TUPLE_BYTES) * FRAME;
        double rate = chain.rate() == 0 ? Double.POSITIVE_INFINITY : chain.rate();
        components.add(
                new ComponentSpec(
                        "source",
                        1,
                        new SourceSpec(rate, SourceSpec.Arrivals.EVEN),
                        new Service(tupleNs, Service.Shape.CONSTANT),
                        Service.NONE,
                        bytes,
                        0,
                        List.of(),
                        Set.of()));
        for (Chain.Bolt bolt : chain.bolts()) {
            String before = components.get(components.size() - 1).name();
            components.add(
                    new ComponentSpec(
                            "bolt-" + components.size(),
                            bolt.executors(),
                            null,
                            new Service(tupleNs + bolt.micros() * 1e3, Service.Shape.EXPONENTIAL),
                            Service.NONE,
                            bytes,
                            0,
                            List.of(new InputSpec(before, InputSpec.Grouping.SHUFFLE, 1, 0, 1)),
                            Set.of()));
        }
        return new TopologySpec(
                "chain",
                chain.workers(),
                TopologySpec.Acking.ACKERS,
                1,
                tupleNs,
                chain.pending(),
                30 * SEC,
                QUEUE,
                1,
                true,
                components);
    }
}
