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
    private static final double ASSUMED_NODE_BYTES_PER_SEC = 125e6;

    private static final String TEN_MINUTE_WINDOW = "600";

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
    void update(TopologyInfo current) {
        info = current;
    }

    /**
     * Returns the executors for which a reading has no report or no new one, as {@code
     * COMPONENT[FIRST-LAST]}, and the components that Nimbus has not given any executors yet.
     */
    Set<String> missingExecutors(TopologyReading reading) {
        Set<Tasks> reported = new HashSet<>();
        reading.executors().stream()
                .filter(executor -> !executor.silent())
                .forEach(
                        executor ->
                                reported.add(new Tasks(executor.firstTask(), executor.lastTask())));
        Set<String> missing = new TreeSet<>(topology.get_spouts().keySet());
        missing.addAll(topology.get_bolts().keySet());
        info.get_executors().forEach(executor -> missing.remove(executor.get_component_id()));
        for (ExecutorSummary executor : info.get_executors()) {
            Tasks tasks = tasksOf(executor);
            if (isUserComponent(executor.get_component_id()) && !reported.contains(tasks)) {
                missing.add(
                        "%s[%d-%d]"
                                .formatted(
                                        executor.get_component_id(), tasks.first(), tasks.last()));
            }
        }
        return missing;
    }

    private static Tasks tasksOf(ExecutorSummary executor) {
        return new Tasks(
                executor.get_executor_info().get_task_start(),
                executor.get_executor_info().get_task_end());
    }

    private boolean isUserComponent(String component) {
        return topology.get_spouts().containsKey(component)
                || topology.get_bolts().containsKey(component);
    }

    /** Adds a reading for which {@link #missingExecutors} returns nothing. */
    void add(TopologyReading reading) {
        readings.add(reading);
    }

    /** Returns the recording so far. */
    Recording recording() {
        List<String> places =
                readings.stream()
                        .flatMap(reading -> reading.executors().stream())
                        .filter(executor -> isUserComponent(executor.component()))
                        .map(ClusterRecording::placeOf)
                        .distinct()
                        .toList();
        return new Recording(
                Recording.VERSION,
                info.get_name(),
                latency().count() > 0,
                maxPending,
                true, // threads: each executor is a thread
                false, // placed: no engine moves executors
                components(),
                subscriptions(),
                places,
                readings.stream().map(reading -> toWindow(reading, places)).toList());
    }

    private static String placeOf(TopologyReading.Executor executor) {
        return executor.node() + ":" + executor.worker();
    }

    private List<Recording.Component> components() {
        Map<String, TreeSet<Integer>> firstAndLastTasks = new TreeMap<>();
        for (ExecutorSummary executor : info.get_executors()) {
            if (isUserComponent(executor.get_component_id())) {
                Tasks tasks = tasksOf(executor);
                firstAndLastTasks
                        .computeIfAbsent(executor.get_component_id(), id -> new TreeSet<>())
                        .addAll(List.of(tasks.first(), tasks.last()));
            }
        }
        List<Recording.Component> components = new ArrayList<>();
        firstAndLastTasks.forEach(
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
                                                if (isUserComponent(stream.get_componentId())) {
                                                    subscriptions.add(
                                                            stream.get_componentId(), id, grouping);
                                                }
                                            });
                        });
        return subscriptions.all();
    }

    private Recording.Window toWindow(TopologyReading reading, List<String> places) {
        double seconds = longestWindowSec(reading);
        List<Recording.Executor> executors = new ArrayList<>();
        List<Recording.Flow> flows = new ArrayList<>();
        Double[] busyNs = new Double[places.size()];
        Arrays.fill(busyNs, 0.0);
        for (TopologyReading.Executor executor : reading.executors()) {
            if (!isUserComponent(executor.component())) {
                continue;
            }
            int place = places.indexOf(placeOf(executor));
            double ownNs = executor.cores() * seconds * 1e9;
            busyNs[place] += ownNs;
            executors.add(
                    new Recording.Executor(
                            executor.component(),
                            executor.firstTask(),
                            executor.lastTask(),
                            place,
                            Math.round(executor.tuplesPerSec() * seconds),
                            ownNs));
            for (TopologyReading.Flow flow : executor.flows()) {
                flows.add(
                        new Recording.Flow(
                                executor.firstTask(),
                                flow.toTask(),
                                Math.round(flow.tuplesPerSec() * seconds),
                                Math.round(flow.bytesPerSec() * seconds)));
            }
        }
        return new Recording.Window(seconds, executors, flows, List.of(busyNs), latency());
    }

    private static double longestWindowSec(TopologyReading reading) {
        return reading.executors().stream()
                .mapToDouble(TopologyReading.Executor::windowSec)
                .max()
                .orElseThrow();
    }

    /** Returns the complete latency of the last ten minutes, averaged over all spouts. */
    private Recording.Latencies latency() {
        long count = 0;
        double sumMs = 0;
        for (ExecutorSummary executor : info.get_executors()) {
            if (executor.is_set_stats() && executor.get_stats().get_specific().is_set_spout()) {
                SpoutStats spout = executor.get_stats().get_specific().get_spout();
                Map<String, Long> acked =
                        spout.get_acked().getOrDefault(TEN_MINUTE_WINDOW, Map.of());
                Map<String, Double> meanMs =
                        spout.get_complete_ms_avg().getOrDefault(TEN_MINUTE_WINDOW, Map.of());
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
                        executor ->
                                workers.computeIfAbsent(executor.node(), id -> new HashSet<>())
                                        .add(executor.worker()));
        return last.nodes().stream()
                .map(
                        node ->
                                new Setting.Node(
                                        node.host(),
                                        Math.max(1, node.processors()),
                                        workers.getOrDefault(node.id(), Set.of("")).size(),
                                        ASSUMED_NODE_BYTES_PER_SEC))
                .toList();
    }
}
