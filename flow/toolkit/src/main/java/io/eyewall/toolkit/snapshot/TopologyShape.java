package io.eyewall.toolkit.snapshot;

import io.eyewall.state.StateException;
import io.eyewall.topology.TopologyPlan;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.storm.generated.Bolt;
import org.apache.storm.generated.ComponentObject;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.generated.SpoutSpec;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.utils.Utils;

/**
 * The components of a topology that snapshots concern, all but Storm's own, and their numbers of
 * tasks.
 */
final class TopologyShape {
    private final SortedMap<String, Integer> tasksByComponent;

    private TopologyShape(SortedMap<String, Integer> tasksByComponent) {
        this.tasksByComponent = tasksByComponent;
    }

    /**
     * Returns the shape of a task's topology.
     *
     * @param markerStream id of the stream of markers, which a bolt must receive from each of its
     *     sources
     * @throws StateException if a component can't be part of snapshots, or if tasks run in several
     *     processes
     */
    static TopologyShape of(TopologyContext context, String markerStream) {
        StormTopology topology = context.getRawTopology();
        SortedMap<String, Integer> tasks = new TreeMap<>();
        List<String> reasons = new ArrayList<>();
        for (Map.Entry<String, SpoutSpec> spout : topology.get_spouts().entrySet()) {
            if (!Utils.isSystemId(spout.getKey())) {
                tasks.put(spout.getKey(), context.getComponentTasks(spout.getKey()).size());
                addReason(reasons, spout.getKey(), spout.getValue().get_spout_object());
            }
        }
        for (Map.Entry<String, Bolt> bolt : topology.get_bolts().entrySet()) {
            if (!Utils.isSystemId(bolt.getKey())) {
                tasks.put(bolt.getKey(), context.getComponentTasks(bolt.getKey()).size());
                addReason(reasons, bolt.getKey(), bolt.getValue().get_bolt_object());
                addMissingMarkers(reasons, bolt.getKey(), bolt.getValue(), markerStream);
            }
        }
        int allTasks = tasks.values().stream().mapToInt(Integer::intValue).sum();
        long ownTasks =
                context.getThisWorkerTasks().stream()
                        .filter(task -> tasks.containsKey(context.getComponentId(task)))
                        .count();
        if (ownTasks < allTasks) {
            reasons.add(
                    "its tasks run in several processes; snapshots need all of them in one"
                            + " (topology.workers: 1)");
        }
        if (!reasons.isEmpty()) {
            throw new StateException(
                    "this topology can't take snapshots: "
                            + String.join("; ", reasons)
                            + ". Without "
                            + SnapshotSettings.DIR_KEY
                            + " it runs without them, at least once");
        }
        return new TopologyShape(tasks);
    }

    private static void addReason(List<String> reasons, String id, ComponentObject component) {
        Object object =
                component.is_set_serialized_java()
                        ? LoaderStream.deserialize(component.get_serialized_java())
                        : component;
        String reason =
                object instanceof SnapshotComponent part
                        ? part.whyNoSnapshots()
                        : "it is no source, operator or sink of the toolkit (a basic or stateful bolt is one"
                                + " behind SnapshotBolts.of)";
        if (reason != null) {
            reasons.add("'" + id + "' can't, because " + reason);
        }
    }

    private static void addMissingMarkers(
            List<String> reasons, String id, Bolt bolt, String markerStream) {
        SortedSet<String> sources = new TreeSet<>();
        SortedSet<String> followed = new TreeSet<>();
        for (GlobalStreamId input : bolt.get_common().get_inputs().keySet()) {
            String source = input.get_componentId();
            if (!Utils.isSystemId(source)) {
                sources.add(source);
                if (input.get_streamId().equals(markerStream)) {
                    followed.add(source);
                }
            }
        }
        sources.removeAll(followed);
        if (!sources.isEmpty()) {
            reasons.add(
                    "'"
                            + id
                            + "' receives no markers of "
                            + sources.stream().map(each -> "'" + each + "'").toList()
                            + " (Punctuation.follow)");
        }
    }

    /** Returns the shape of a topology that is to start. */
    static TopologyShape of(TopologyPlan plan) {
        SortedMap<String, Integer> tasks = new TreeMap<>();
        plan.components()
                .forEach(
                        (id, component) -> {
                            if (!Utils.isSystemId(id)) {
                                tasks.put(id, component.taskIds().size());
                            }
                        });
        return new TopologyShape(tasks);
    }

    /** Returns whether the topology has a component. */
    boolean has(String component) {
        return tasksByComponent.containsKey(component);
    }

    /** Returns the ids of the components. */
    Set<String> components() {
        return tasksByComponent.keySet();
    }

    /** Returns the shape without some components. */
    TopologyShape without(Set<String> dropped) {
        SortedMap<String, Integer> kept = new TreeMap<>(tasksByComponent);
        kept.keySet().removeAll(dropped);
        return new TopologyShape(kept);
    }

    /** Returns all tasks. */
    SortedSet<TaskId> tasks() {
        SortedSet<TaskId> tasks = new TreeSet<>();
        tasksByComponent.forEach(
                (component, count) -> {
                    for (int i = 0; i < count; i++) {
                        tasks.add(new TaskId(component, i));
                    }
                });
        return tasks;
    }

    /** Returns the shape as text, which is saved with each snapshot. */
    byte[] encode() {
        return tasksByComponent.entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .collect(Collectors.joining("\n"))
                .getBytes(StandardCharsets.UTF_8);
    }

    static TopologyShape decode(byte[] text) {
        SortedMap<String, Integer> tasks = new TreeMap<>();
        for (String line : new String(text, StandardCharsets.UTF_8).split("\n")) {
            int space = line.indexOf(' ');
            tasks.put(line.substring(space + 1), Integer.parseInt(line.substring(0, space)));
        }
        return new TopologyShape(tasks);
    }

    /**
     * Returns how this shape differs from that of a snapshot, where state would be lost or
     * mistaken; empty if the state fits.
     *
     * @param before shape of the snapshot
     */
    List<String> differencesFrom(TopologyShape before) {
        List<String> differences = new ArrayList<>();
        before.tasksByComponent.forEach(
                (component, count) -> {
                    Integer now = tasksByComponent.get(component);
                    if (now == null) {
                        differences.add("component '" + component + "' is gone");
                    } else if (!now.equals(count)) {
                        differences.add(
                                "component '"
                                        + component
                                        + "' had "
                                        + count
                                        + " tasks and now has "
                                        + now);
                    }
                });
        return differences;
    }
}
