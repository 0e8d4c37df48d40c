package io.eyewall.cli.schedule;

import io.eyewall.cluster.load.TopologyReading;
import io.eyewall.control.recording.Subscriptions;
import io.eyewall.model.calibration.Recording;
import io.eyewall.model.whatif.Setting;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.storm.generated.ComponentCommon;
import org.apache.storm.generated.ExecutorSummary;
import org.apache.storm.generated.SpoutStats;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.generated.TopologyInfo;

/**
 * Records a topology that runs on a Storm cluster. Nimbus provides the topology's structure, and
 * the monitors in its workers provide the measurements. Used by one thread.
 */
final class ClusterRecording {
    /**
     * The assumed bandwidth of a node: 1 Gbit/s, as in the costs of crossings. No source provides
     * the real one.
     */
    private static final double BYTES_PER_SEC = 125e6;

    private static final String TEN_MINUTES = "600";

    private final StormTopology topology;
    private final int maxPending;
    private final List<TopologyReading> readings = new ArrayList<>();
    private TopologyInfo info;

    /** The range of tasks of an executor. */
    private record Tasks(int first, int last) {}

    /**
     * Creates a recording without readings.
     *
     * @param topology the user's topology, without system components
     * @param info Nimbus's information about its executors at the beginning
     * @param maxPending {@code topology.max.spout.pending}; 0 without a limit
     */
    ClusterRecording(StormTopology topology, TopologyInfo info, int maxPending) {
        this.topology = topology;
        this.info = info;
        this.maxPending = maxPending;
    }

    /** Replaces Nimbus's information by the current one. */
    void use(TopologyInfo now) {
        info = now;
    }

    /**
     * Returns the executors for which a reading has no report or no new one, as {@code
     * COMPONENT[FIRST-LAST]}, and the components that Nimbus has not given any executors yet.
     */
    Set<String> missing(TopologyReading reading) {
        Set<Tasks> reported = new HashSet<>();
        reading.executors().stream()
                .filter(one -> !one.silent())
                .forEach(one -> reported.add(new Tasks(one.firstTask(), one.lastTask())));
        Set<String> missing = new TreeSet<>(topology.get_spouts().keySet());
        missing.addAll(topology.get_bolts().keySet());
        info.get_executors().forEach(one -> missing.remove(one.get_component_id()));
        for (ExecutorSummary one : info.get_executors()) {
            Tasks tasks = tasks(one);
            if (isUsers(one.get_component_id()) && !reported.contains(tasks)) {
                missing.add(
                        "%s[%d-%d]".formatted(one.get_component_id(), tasks.first(), tasks.last()));
            }
        }
        return missing;
    }

    private static Tasks tasks(ExecutorSummary one) {
        return new Tasks(
                one.get_executor_info().get_task_start(), one.get_executor_info().get_task_end());
    }

    private boolean isUsers(String component) {
        return topology.get_spouts().containsKey(component)
                || topology.get_bolts().containsKey(component);
    }

    /** Adds a reading for which {@link #missing} returns nothing. */
    void add(TopologyReading reading) {
        readings.add(reading);
    }

    /** Returns the recording so far. */
    Recording recording() {
        List<String> places =
                readings.stream()
                        .flatMap(reading -> reading.executors().stream())
                        .filter(one -> isUsers(one.component()))
                        .map(ClusterRecording::place)
                        .distinct()
                        .toList();
        return new Recording(
                Recording.VERSION,
                info.get_name(),
                latency().count() > 0,
                maxPending,
                true,
                false,
                components(),
                subscriptions(),
                places,
                readings.stream().map(reading -> window(reading, places)).toList());
    }

    private static String place(TopologyReading.Executor one) {
        return one.node() + ":" + one.worker();
    }

    private List<Recording.Component> components() {
        Map<String, TreeSet<Integer>> ends = new TreeMap<>();
        for (ExecutorSummary one : info.get_executors()) {
            if (isUsers(one.get_component_id())) {
                Tasks tasks = tasks(one);
                ends.computeIfAbsent(one.get_component_id(), id -> new TreeSet<>())
                        .addAll(List.of(tasks.first(), tasks.last()));
            }
        }
        List<Recording.Component> components = new ArrayList<>();
        ends.forEach(
                (id, tasks) ->
                        components.add(
                                new Recording.Component(
                                        id,
                                        topology.get_spouts().containsKey(id),
                                        tasks.first(),
                                        tasks.last() - tasks.first() + 1,
                                        false)));
        return components;
    }

    private List<Recording.Subscription> subscriptions() {
        Subscriptions subscriptions = new Subscriptions();
        topology.get_bolts()
                .forEach(
                        (id, bolt) -> {
                            ComponentCommon common = bolt.get_common();
                            common.get_inputs()
                                    .forEach(
                                            (stream, grouping) -> {
                                                if (isUsers(stream.get_componentId())) {
                                                    subscriptions.add(
                                                            stream.get_componentId(), id, grouping);
                                                }
                                            });
                        });
        return subscriptions.all();
    }

    private Recording.Window window(TopologyReading reading, List<String> places) {
        double seconds = seconds(reading);
        List<Recording.Executor> executors = new ArrayList<>();
        List<Recording.Flow> flows = new ArrayList<>();
        Double[] busyNs = new Double[places.size()];
        Arrays.fill(busyNs, 0.0);
        for (TopologyReading.Executor one : reading.executors()) {
            if (!isUsers(one.component())) {
                continue;
            }
            int place = places.indexOf(place(one));
            double ownNs = one.cores() * seconds * 1e9;
            busyNs[place] += ownNs;
            executors.add(
                    new Recording.Executor(
                            one.component(),
                            one.firstTask(),
                            one.lastTask(),
                            place,
                            Math.round(one.tuplesPerSec() * seconds),
                            ownNs));
            for (TopologyReading.Flow flow : one.flows()) {
                flows.add(
                        new Recording.Flow(
                                one.firstTask(),
                                flow.toTask(),
                                Math.round(flow.tuplesPerSec() * seconds),
                                Math.round(flow.bytesPerSec() * seconds)));
            }
        }
        return new Recording.Window(seconds, executors, flows, List.of(busyNs), latency());
    }

    private static double seconds(TopologyReading reading) {
        return reading.executors().stream()
                .mapToDouble(TopologyReading.Executor::windowSec)
                .max()
                .orElseThrow();
    }

    /** Returns the complete latency of the last ten minutes, averaged over all spouts. */
    private Recording.Latencies latency() {
        long count = 0;
        double sumMs = 0;
        for (ExecutorSummary one : info.get_executors()) {
            if (one.is_set_stats() && one.get_stats().get_specific().is_set_spout()) {
                SpoutStats spout = one.get_stats().get_specific().get_spout();
                Map<String, Long> acked = spout.get_acked().getOrDefault(TEN_MINUTES, Map.of());
                Map<String, Double> meanMs =
                        spout.get_complete_ms_avg().getOrDefault(TEN_MINUTES, Map.of());
                for (Map.Entry<String, Long> stream : acked.entrySet()) {
                    count += stream.getValue();
                    sumMs += stream.getValue() * meanMs.getOrDefault(stream.getKey(), 0.0);
                }
            }
        }
        return new Recording.Latencies(count, count == 0 ? 0 : sumMs / count * 1e6, 0);
    }

    /**
     * Returns the nodes of the last reading, each with the number of workers of the topology on it.
     */
    List<Setting.Node> nodes() {
        TopologyReading last = readings.get(readings.size() - 1);
        Map<String, Set<String>> workers = new HashMap<>();
        last.executors()
                .forEach(
                        one ->
                                workers.computeIfAbsent(one.node(), id -> new HashSet<>())
                                        .add(one.worker()));
        return last.nodes().stream()
                .map(
                        node ->
                                new Setting.Node(
                                        node.host(),
                                        Math.max(1, node.processors()),
                                        workers.getOrDefault(node.id(), Set.of("")).size(),
                                        BYTES_PER_SEC))
                .toList();
    }
}
