package io.eyewall.local.page;

import org.apache.storm.generated.BoltAggregateStats;
import org.apache.storm.generated.CommonAggregateStats;
import org.apache.storm.generated.ComponentAggregateStats;
import org.apache.storm.generated.ComponentType;
import org.apache.storm.generated.ErrorInfo;
import org.apache.storm.generated.SpecificAggregateStats;
import org.apache.storm.generated.SpoutAggregateStats;
import org.jspecify.annotations.Nullable;

/**
 * Sums of the statistics of one or more executors in a window, over all streams or for one stream.
 * For one thread.
 */
final class StatisticsTotals {
    int executors;
    int tasks;
    long emitted;
    long transferred;
    long executed;
    long acked;
    long failed;

    /** Milliseconds in {@code execute}, summed over all tuples. */
    double executeMs;

    /** Milliseconds from {@code execute} to {@code ack}, summed over all tuples. */
    double processMs;

    /** Milliseconds from {@code nextTuple} to {@code ack}, summed over all messages. */
    double completeMs;

    /** The fraction of time, 0 to 1, that the busiest executor spent in {@code execute}. */
    double capacity;

    StatisticsTotals add(StatisticsTotals other) {
        executors += other.executors;
        tasks += other.tasks;
        emitted += other.emitted;
        transferred += other.transferred;
        executed += other.executed;
        acked += other.acked;
        failed += other.failed;
        executeMs += other.executeMs;
        processMs += other.processMs;
        completeMs += other.completeMs;
        capacity = Math.max(capacity, other.capacity);
        return this;
    }

    double completeLatencyMs() {
        return acked > 0 ? completeMs / acked : 0;
    }

    /**
     * Returns the sums in Storm's form. A bolt's latencies are means over all executed tuples,
     * acked or not.
     *
     * @param lastError the newest error, or null
     */
    ComponentAggregateStats toStormStats(ComponentType type, @Nullable ErrorInfo lastError) {
        ComponentAggregateStats stats = new ComponentAggregateStats();
        stats.set_type(type);
        stats.set_common_stats(commonStats());
        stats.set_specific_stats(
                switch (type) {
                    case SPOUT -> SpecificAggregateStats.spout(spoutStats());
                    case BOLT -> SpecificAggregateStats.bolt(boltStats());
                });
        if (lastError != null) {
            stats.set_last_error(lastError);
        }
        return stats;
    }

    private CommonAggregateStats commonStats() {
        CommonAggregateStats common = new CommonAggregateStats();
        common.set_num_executors(executors);
        common.set_num_tasks(tasks);
        common.set_emitted(emitted);
        common.set_transferred(transferred);
        common.set_acked(acked);
        common.set_failed(failed);
        return common;
    }

    private SpoutAggregateStats spoutStats() {
        SpoutAggregateStats spout = new SpoutAggregateStats();
        spout.set_complete_latency_ms(completeLatencyMs());
        return spout;
    }

    private BoltAggregateStats boltStats() {
        BoltAggregateStats bolt = new BoltAggregateStats();
        bolt.set_execute_latency_ms(executed > 0 ? executeMs / executed : 0);
        bolt.set_process_latency_ms(executed > 0 ? processMs / executed : 0);
        bolt.set_executed(executed);
        bolt.set_capacity(capacity);
        return bolt;
    }
}
