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
 * Sends each tuple to the task that has received least so far by size: the "uniform load balancing"
 * of the Streams study (section 3.2.2.1). Each sending task counts separately.
 */
public final class SizeGrouping implements CustomStreamGrouping {
    private static final long serialVersionUID = 1L;

    private final Size size;
    private transient @Nullable PriorityQueue<Target> targets;

    /** Computes the size of a tuple's values, in any unit. */
    public interface Size extends ToLongFunction<List<Object>>, Serializable {}

    /** A target task and the total size sent to it. */
    private static final class Target implements Comparable<Target> {
        private final List<Integer> task;
        private final int number;
        private long sentSize;

        private Target(int number) {
            this.number = number;
            task = List.of(number);
        }

        /** Orders by size sent; among equals the lower task number comes first. */
        @Override
        public int compareTo(Target other) {
            int bySize = Long.compare(sentSize, other.sentSize);
            return bySize != 0 ? bySize : Integer.compare(number, other.number);
        }
    }

    /**
     * Creates a grouping by the given size.
     *
     * @param size computes the size of a tuple's values; a size below 1 counts as 1, so that tuples
     *     without a size are shared evenly as well
     */
    public SizeGrouping(Size size) {
        this.size = size;
    }

    /**
     * Returns a grouping by the length of strings and byte arrays; each other value counts as
     * {@value Long#BYTES}.
     */
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
        least.sentSize += Math.max(1, size.applyAsLong(values));
        queue.add(least);
        return least.task;
    }
}
