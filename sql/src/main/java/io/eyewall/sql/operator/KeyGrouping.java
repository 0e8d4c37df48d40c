package io.eyewall.sql.operator;

import java.util.List;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.grouping.CustomStreamGrouping;
import org.apache.storm.task.WorkerTopologyContext;

/** Rows with equal keys go to the same task. */
public final class KeyGrouping implements CustomStreamGrouping {
    private static final long serialVersionUID = 1L;

    private final int[] columns;
    private transient List<List<Integer>> targets;

    /**
     * @param columns of the key
     */
    public KeyGrouping(int[] columns) {
        this.columns = columns.clone();
    }

    @Override
    public void prepare(
            WorkerTopologyContext context, GlobalStreamId stream, List<Integer> targetTasks) {
        targets = targetTasks.stream().map(List::of).toList();
    }

    @Override
    public List<Integer> chooseTasks(int taskId, List<Object> values) {
        int hash = Key.of((Object[]) values.get(0), columns).hashCode();
        hash ^= hash >>> 16; // lists of one small number differ in their lowest bits only
        return targets.get(Math.floorMod(hash, targets.size()));
    }
}
