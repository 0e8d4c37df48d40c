package io.eyewall.console.model;

import io.eyewall.topology.ComponentPlan;
import io.eyewall.topology.ComponentPlan.Kind;
import io.eyewall.topology.ExecutorPlan;
import io.eyewall.topology.StreamPlan;
import io.eyewall.topology.SubscriptionPlan;
import io.eyewall.topology.TopologyPlan;
import io.eyewall.topology.config.ConfigKeys;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.generated.Grouping;
import org.apache.storm.utils.ObjectReader;

/** Derives a topology's structure from its plan. */
public final class StructureReader {
    private static final int UNKNOWN_CAPACITY = 1024;

    private final TopologyPlan plan;
    private final List<String> ids = new ArrayList<>();
    private final Map<String, Integer> indexOf = new HashMap<>();

    private StructureReader(TopologyPlan plan) {
        this.plan = plan;
        for (ComponentPlan component : plan.components().values()) {
            boolean runs = component.kind() == Kind.SPOUT || component.kind() == Kind.BOLT;
            if (component.isUserDefined() && runs) {
                indexOf.put(component.componentId(), ids.size());
                ids.add(component.componentId());
            }
        }
    }

    /**
     * Returns the structure of a plan.
     *
     * @param key the topology's key in the console
     */
    public static Structure read(String key, TopologyPlan plan) {
        return new StructureReader(plan).read(key);
    }

    private Structure read(String key) {
        boolean trident = ReadableName.isTrident(ids);
        int[] counts = new int[ids.size()];
        List<Structure.Executor> executors = new ArrayList<>();
        int hidden = 0;
        for (ExecutorPlan executor : plan.executors()) {
            Integer index = indexOf.get(executor.componentId());
            if (index == null) {
                continue;
            }
            counts[index]++;
            if (executors.size() < Structure.MAX_ROWS) {
                executors.add(
                        new Structure.Executor(index, executor.firstTask(), executor.lastTask()));
            } else {
                hidden++;
            }
        }
        return new Structure(
                key,
                plan.id(),
                plan.name(),
                trident,
                ids.stream().map(id -> component(id, trident, counts[indexOf(id)])).toList(),
                edges(),
                List.copyOf(executors),
                tasks(),
                hidden,
                Columns.ALL);
    }

    private int indexOf(String id) {
        return indexOf.getOrDefault(id, -1);
    }

    private Structure.Component component(String id, boolean trident, int executors) {
        ComponentPlan component = plan.component(id);
        return new Structure.Component(
                id,
                ReadableName.of(id, trident),
                component.kind() == Kind.SPOUT,
                executors,
                component.taskIds().size(),
                capacity(component.conf()));
    }

    /** Returns the capacity of the component's mailboxes in the engine, for small tuples. */
    private int capacity(Map<String, Object> conf) {
        int buffer =
                ObjectReader.getInt(
                        conf.get(Config.TOPOLOGY_EXECUTOR_RECEIVE_BUFFER_SIZE), UNKNOWN_CAPACITY);
        int mailbox = ConfigKeys.intValue(ConfigKeys.MAILBOX_CAPACITY, conf, buffer, plan.name());
        return Math.max(1, Math.min(buffer, mailbox));
    }

    private List<Structure.Edge> edges() {
        List<Structure.Edge> edges = new ArrayList<>();
        for (String id : ids) {
            for (StreamPlan stream : plan.component(id).streams().values()) {
                for (SubscriptionPlan subscription : stream.subscriptions()) {
                    int to = indexOf(subscription.targetComponentId());
                    if (to >= 0) {
                        edges.add(
                                new Structure.Edge(
                                        indexOf(id),
                                        to,
                                        stream.streamId(),
                                        name(subscription.grouping())));
                    }
                }
            }
        }
        return List.copyOf(edges);
    }

    private static String name(Grouping grouping) {
        Grouping._Fields kind = grouping.getSetField();
        if (kind == Grouping._Fields.FIELDS) {
            List<String> fields = grouping.get_fields();
            return fields.isEmpty() ? "global" : "fields " + String.join(", ", fields);
        }
        return kind.getFieldName().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private List<Structure.Task> tasks() {
        List<Structure.Task> tasks = new ArrayList<>();
        for (String id : ids) {
            for (int task : plan.component(id).taskIds()) {
                if (tasks.size() < Structure.MAX_ROWS) {
                    tasks.add(new Structure.Task(indexOf(id), task));
                }
            }
        }
        return List.copyOf(tasks);
    }
}
