package io.eyewall.toolkit.grouping;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.function.ToLongFunction;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.grouping.CustomStreamGrouping;
import org.apache.storm.task.WorkerTopologyContext;
import org.jspecify.annotations.Nullable;

/**
 * Sends a tuple to the task that was sent least so far, by size: the "uniform load balancing" of
 * the Streams study (section 3.2.2.1). Each sender counts for itself.
 */
public final class SizeGrouping implements CustomStreamGrouping {
    private static final long serialVersionUID = 1L;

    private final Size size;
    private transient @Nullable PriorityQueue<Target> targets;

    /** How large a tuple's values are, in whatever unit. */
    public interface Size extends ToLongFunction<List<Object>>, Serializable {}

    /** A task, and what it was sent. */
    private static final class Target implements Comparable<Target> {
        private final List<Integer> task;
        private final int number;
        private long sent;

        private Target(int number) {
            this.number = number;
            task = List.of(number);
        }

        /** Of tasks that were sent as much, the first. */
        @Override
        public int compareTo(Target other) {
            int bySize = Long.compare(sent, other.sent);
            return bySize != 0 ? bySize : Integer.compare(number, other.number);
        }
    }

    /**
     * @param size of a tuple's values; less than 1 counts as 1, so that small ones are shared, too
     */
    public SizeGrouping(Size size) {
        this.size = size;
    }

    /** By the length of strings and byte arrays; everything else counts as 8. */
    public static SizeGrouping byLength() {
        return new SizeGrouping(
                values -> {
                    long sum = 0;
                    for (Object value : values) {
                        if (value instanceof CharSequence text) {
                            sum += text.length();
                        } else {
                            sum += value instanceof byte[] bytes ? bytes.length : Long.BYTES;
                        }
                    }
                    return sum;
                });
    }

    @Override
    public void prepare(
            WorkerTopologyContext context, GlobalStreamId stream, List<Integer> targetTasks) {
        targets = new PriorityQueue<>();
        for (int task : targetTasks) {
            targets.add(new Target(task));
        }
    }

    @Override
    public List<Integer> chooseTasks(int taskId, List<Object> values) {
        PriorityQueue<Target> queue = Objects.requireNonNull(targets, "not prepared");
        Target least = queue.remove();
        least.sent += Math.max(1, size.applyAsLong(values));
        queue.add(least);
        return least.task;
    }
}
