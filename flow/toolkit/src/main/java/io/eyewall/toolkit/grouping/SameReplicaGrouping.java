package io.eyewall.toolkit.grouping;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.grouping.CustomStreamGrouping;
import org.apache.storm.task.WorkerTopologyContext;
import org.jspecify.annotations.Nullable;

/**
 * Sends the tuples of the n-th task of a component to the n-th task of the next component, so that
 * a value stays in one replica of a parallel region. Both components must have the same number of
 * tasks.
 */
public final class SameReplicaGrouping implements CustomStreamGrouping {
    private static final long serialVersionUID = 1L;

    private transient @Nullable Map<Integer, List<Integer>> targetBySource;

    @Override
    public void prepare(
            WorkerTopologyContext context, GlobalStreamId stream, List<Integer> targetTasks) {
        List<Integer> sourceTasks = context.getComponentTasks(stream.get_componentId());
        if (sourceTasks.size() != targetTasks.size()) {
            throw new IllegalArgumentException(
                    "component '"
                            + stream.get_componentId()
                            + "' of a parallel region has "
                            + sourceTasks.size()
                            + " tasks, but the next component has "
                            + targetTasks.size()
                            + "; expected equal numbers");
        }
        List<Integer> sortedSources = sourceTasks.stream().sorted().toList();
        List<Integer> sortedTargets = targetTasks.stream().sorted().toList();
        Map<Integer, List<Integer>> pairs = new HashMap<>();
        for (int replica = 0; replica < sortedSources.size(); replica++) {
            pairs.put(sortedSources.get(replica), List.of(sortedTargets.get(replica)));
        }
        targetBySource = pairs;
    }

    @Override
    public List<Integer> chooseTasks(int taskId, List<Object> values) {
        Map<Integer, List<Integer>> pairs = Objects.requireNonNull(targetBySource, "not prepared");
        return Objects.requireNonNull(pairs.get(taskId));
    }
}
