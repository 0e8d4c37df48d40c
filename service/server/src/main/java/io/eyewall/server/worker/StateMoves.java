package io.eyewall.server.worker;

import io.eyewall.engine.Standby.Holds;
import io.eyewall.server.store.UpdateNote;
import io.eyewall.topology.TopologyPlan;
import io.eyewall.topology.config.ConfigException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.storm.Config;
import org.apache.storm.state.InMemoryKeyValueStateProvider;

/** Prevents an update from giving a task the state of another task. */
final class StateMoves {
    private StateMoves() {}

    /**
     * Refuses a new version whose tasks would get other tasks' state. State belongs to a component
     * and a task id, and tasks are numbered in the order of their components' names.
     *
     * @param holds whether components have state
     * @throws ConfigException if task ids of a component with state have changed; the message names
     *     the components and the remedy
     */
    static void check(TopologyPlan plan, Map<String, Holds> holds, UpdateNote note) {
        Object provider = plan.conf().get(Config.TOPOLOGY_STATE_PROVIDER);
        boolean survivesProcess =
                provider != null && !provider.equals(InMemoryKeyValueStateProvider.class.getName());
        if (!survivesProcess || note.withoutState()) {
            return;
        }
        List<String> moved = new ArrayList<>();
        new TreeMap<>(holds)
                .forEach(
                        (id, held) -> {
                            List<Integer> oldIds = note.tasks().get(id);
                            List<Integer> newIds = taskIds(plan, id);
                            if (held == Holds.STATE
                                    && oldIds != null
                                    && !oldIds.equals(newIds)
                                    && !note.moved().contains(id)) {
                                moved.add("'" + id + "' from " + oldIds + " to " + newIds);
                            }
                        });
        if (!moved.isEmpty()) {
            throw new ConfigException(
                    "task ids have changed for components that may have state: %s; state belongs to task ids, which are numbered in the order of the components' names: leave names and parallelism as they are, or give --moved COMPONENT for a component whose state does not belong to task ids, or --without-state to start without state"
                            .formatted(String.join(", ", moved)));
        }
    }

    private static List<Integer> taskIds(TopologyPlan plan, String componentId) {
        return List.copyOf(plan.component(componentId).taskIds());
    }
}
