package io.eyewall.engine.lifecycle;

import io.eyewall.engine.bolt.BoltExecutor;
import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.executor.InputStats;
import io.eyewall.engine.executor.Task;
import io.eyewall.engine.routing.Route;
import io.eyewall.engine.routing.Router;
import io.eyewall.engine.spout.SpoutExecutor;
import io.eyewall.engine.spout.SpoutStats;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.generated.ExecutorStats;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.metrics2.RateCounter;
import org.apache.storm.metrics2.RollingAverageGauge;
import org.apache.storm.metrics2.StormMetricRegistry;
import org.apache.storm.stats.BoltExecutorStats;
import org.apache.storm.stats.CommonStats;
import org.apache.storm.stats.SpoutExecutorStats;
import org.apache.storm.utils.ObjectReader;
import org.apache.storm.utils.Utils;

/**
 * Feeds the plain counters of one executor into Storm's own statistics: the windows of {@code
 * ExecutorStats} and the per-task metrics of the second API, under Storm's names (Storm:
 * stats/*ExecutorStats.java, metrics2/TaskMetrics.java). The counters count every tuple, so the
 * sampling rate is 1 and nothing is extrapolated. Called by the monitor, one thread at a time.
 */
@SuppressWarnings("unchecked") // Storm returns its statistics as raw types
final class StatsFeed {
    /** Time between two calls of {@link #feed}. */
    private static final double FEED_INTERVAL_NS = 1e9;

    private Executor executor;
    private final StormMetricRegistry registry;
    private final String topologyId;
    private final CommonStats stats;
    private final Map<String, Long> fedSpoutCounts = new HashMap<>();
    private final Map<Route, FedRoute> fedRoutes = new HashMap<>();
    private final Map<InputStats, FedInput> fedInputs = new HashMap<>();
    private final WindowedMeans<GlobalStreamId> executeTimes;
    private final WindowedMeans<GlobalStreamId> processTimes;
    private final WindowedMeans<String> completeTimes;
    private final TaskMetrics metrics;
    private boolean skipping;

    /** Time of the last check at which the bolt was in no call, or in a later call than before. */
    private long callBeganNs;

    private long executedAtLastCheck;
    private long callNs;

    /** Time in execute that the current call of {@link #feed} has found. */
    private long executeNs;

    /** The counts of one route that were fed so far. */
    private static final class FedRoute {
        private long emitted;
        private long transferred;
    }

    /** The counts and times of one input that were fed so far. */
    private static final class FedInput {
        private long executed;
        private long acked;
        private long failed;
        private long timed;
        private long executeNs;
        private long processNs;
        private long processSamples;
    }

    /** Metrics of the second API, by task and name. They outlive executors. */
    record TaskMetrics(Map<String, RateCounter> counters, Map<String, RollingAverageGauge> gauges) {
        TaskMetrics() {
            this(new HashMap<>(), new HashMap<>());
        }
    }

    StatsFeed(
            Executor executor,
            StormMetricRegistry registry,
            String topologyId,
            TaskMetrics metrics) {
        this.metrics = metrics;
        this.executor = executor;
        this.registry = registry;
        this.topologyId = topologyId;
        int buckets =
                ObjectReader.getInt(executor.component().conf().get(Config.NUM_STAT_BUCKETS), 20);
        this.executeTimes = new WindowedMeans<>(buckets);
        this.processTimes = new WindowedMeans<>(buckets);
        this.completeTimes = new WindowedMeans<>(buckets);
        this.stats =
                executor instanceof SpoutExecutor
                        ? new SpoutExecutorStats(1, buckets)
                        : new BoltExecutorStats(1, buckets);
    }

    /** Feeds everything that was counted since the last call. */
    void feed() {
        executeNs = 0;
        for (Task task : executor.tasks()) {
            for (Router router : task.routersInUse()) {
                for (Route route : router.routes()) {
                    feedRoute(task, route);
                }
            }
            if (executor instanceof BoltExecutor) {
                task.inputs().forEach(input -> feedInput(task, input));
            }
        }
        if (executeNs > 0) {
            gauge(executor.tasks().get(0), "__capacity", Utils.DEFAULT_STREAM_ID)
                    .addValue(Math.min(1, executeNs / FEED_INTERVAL_NS));
        }
        if (executor instanceof SpoutExecutor spout) {
            spout.stats().forEach(stream -> feedSpout(executor.tasks().get(0), stream));
        }
    }

    /**
     * Measures for how long the bolt's thread has been in its present call. Called periodically.
     *
     * @param nowNs current time of the engine's clock
     */
    void updateCallTime(long nowNs) {
        if (executor instanceof BoltExecutor bolt) {
            long executed = bolt.executed();
            boolean inCall = bolt.isInCallOffCore();
            if (!inCall || executed != executedAtLastCheck) {
                callBeganNs = nowNs;
                executedAtLastCheck = executed;
            }
            callNs = nowNs - callBeganNs;
        }
    }

    /** Returns for how long the bolt's thread has been in its present call; 0 if it is in none. */
    long callNs() {
        return callNs;
    }

    /** Reads counters from another executor, which has taken over the tasks and their counters. */
    void readFrom(Executor next) {
        executor = next;
    }

    /** Treats everything that the tasks have counted so far as fed. */
    void skipPastCounts() {
        skipping = true;
        feed();
        skipping = false;
    }

    /** Returns the statistics as Storm presents them. */
    ExecutorStats render() {
        ExecutorStats rendered = stats.renderStats();
        if (rendered.get_specific().is_set_bolt()) {
            rendered.get_specific().get_bolt().set_execute_ms_avg(executeTimes.meansMs());
            rendered.get_specific().get_bolt().set_process_ms_avg(processTimes.meansMs());
        } else {
            rendered.get_specific().get_spout().set_complete_ms_avg(completeTimes.meansMs());
        }
        return rendered;
    }

    void close() {
        stats.cleanupStats();
        executeTimes.close();
        processTimes.close();
        completeTimes.close();
    }

    private void feedRoute(Task task, Route route) {
        FedRoute fed = fedRoutes.computeIfAbsent(route, added -> new FedRoute());
        long nowEmitted = route.emitted();
        long nowTransferred = route.transferred();
        long emitted = nowEmitted - fed.emitted;
        long transferred = nowTransferred - fed.transferred;
        fed.emitted = nowEmitted;
        fed.transferred = nowTransferred;
        if (skipping) {
            return;
        }
        String stream = route.source().streamId();
        if (emitted > 0) {
            stats.getEmitted().incBy(stream, emitted);
            counter(task, "__emit-count-" + stream, stream).inc(emitted);
        }
        if (transferred > 0 || emitted > 0) { // Storm has a 0 for a stream without receivers
            stats.getTransferred().incBy(stream, transferred);
        }
        if (emitted > 0) {
            counter(task, "__transfer-count-" + stream, stream).inc(transferred);
        }
    }

    private void feedInput(Task task, InputStats input) {
        FedInput before = fedInputs.computeIfAbsent(input, added -> new FedInput());
        FedInput now = new FedInput();
        now.executed = input.executed();
        now.acked = input.acked();
        now.failed = input.failed();
        now.timed = input.timed();
        now.executeNs = input.executeNs();
        now.processNs = input.processNs();
        now.processSamples = input.processSamples();
        fedInputs.put(input, now);
        if (!skipping) {
            feedInput(task, input, before, now);
        }
    }

    private void feedInput(Task task, InputStats input, FedInput before, FedInput now) {
        BoltExecutorStats bolt = (BoltExecutorStats) stats;
        String name = input.componentId() + ":" + input.streamId();
        List<String> key = List.of(input.componentId(), input.streamId());
        long executed = now.executed - before.executed;
        if (executed > 0) {
            bolt.getExecuted().incBy(key, executed);
            counter(task, "__execute-count-" + name, input.streamId()).inc(executed);
        }
        long acked = now.acked - before.acked;
        if (acked > 0) {
            bolt.getAcked().incBy(key, acked);
            counter(task, "__ack-count-" + name, input.streamId()).inc(acked);
        }
        long failed = now.failed - before.failed;
        if (failed > 0) {
            bolt.getFailed().incBy(key, failed);
            counter(task, "__fail-count-" + name, input.streamId()).inc(failed);
        }
        GlobalStreamId stream = new GlobalStreamId(input.componentId(), input.streamId());
        long timed = now.timed - before.timed;
        if (timed > 0) {
            long ns = now.executeNs - before.executeNs;
            executeTimes.add(stream, ns, timed);
            gauge(task, "__execute-latency-" + name, input.streamId()).addValue(ns / 1e6 / timed);
            executeNs += ns;
        }
        long processSamples = now.processSamples - before.processSamples;
        if (processSamples > 0) {
            long ns = now.processNs - before.processNs;
            processTimes.add(stream, ns, processSamples);
            gauge(task, "__process-latency-" + name, input.streamId())
                    .addValue(ns / 1e6 / processSamples);
        }
    }

    private void feedSpout(Task task, SpoutStats stream) {
        SpoutExecutorStats spout = (SpoutExecutorStats) stats;
        String name = stream.streamId();
        long acked = newSpoutCounts(name + "/acked", stream.acked());
        if (acked > 0) {
            spout.getAcked().incBy(name, acked);
            counter(task, "__ack-count-" + name, name).inc(acked);
        }
        long failed = newSpoutCounts(name + "/failed", stream.failed());
        if (failed > 0) {
            spout.getFailed().incBy(name, failed);
            counter(task, "__fail-count-" + name, name).inc(failed);
        }
        long samples = newSpoutCounts(name + "/samples", stream.completeSamples());
        long completeNs = newSpoutCounts(name + "/completeNs", stream.completeNs());
        if (samples > 0) {
            completeTimes.add(name, completeNs, samples);
            gauge(task, "__complete-latency-" + name, name).addValue(completeNs / 1e6 / samples);
        }
    }

    private long newSpoutCounts(String key, long now) {
        Long before = fedSpoutCounts.put(key, now);
        return skipping ? 0 : now - (before == null ? 0 : before);
    }

    private RateCounter counter(Task task, String name, String streamId) {
        return metrics.counters()
                .computeIfAbsent(
                        task.taskId() + "/" + name,
                        key ->
                                registry.rateCounter(
                                        name,
                                        topologyId,
                                        executor.component().componentId(),
                                        task.taskId(),
                                        WorkerEnvironment.PORT,
                                        streamId));
    }

    private RollingAverageGauge gauge(Task task, String name, String streamId) {
        return metrics.gauges()
                .computeIfAbsent(
                        task.taskId() + "/" + name,
                        key -> {
                            RollingAverageGauge gauge = new RollingAverageGauge();
                            registry.gauge(
                                    name,
                                    gauge,
                                    topologyId,
                                    executor.component().componentId(),
                                    streamId,
                                    task.taskId(),
                                    WorkerEnvironment.PORT);
                            return gauge;
                        });
    }
}
