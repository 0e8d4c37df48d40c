package io.eyewall.engine.lifecycle;

import io.eyewall.engine.SpoutEnd;
import io.eyewall.engine.bolt.BoltExecutor;
import io.eyewall.engine.core.Clock;
import io.eyewall.engine.executor.CallTimes;
import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.executor.InputStats;
import io.eyewall.engine.executor.Task;
import io.eyewall.engine.metrics.CoreMetrics;
import io.eyewall.engine.metrics.EdgeMetrics;
import io.eyewall.engine.metrics.ExecutorMetrics;
import io.eyewall.engine.metrics.HeapMetrics;
import io.eyewall.engine.metrics.TopologyMetrics;
import io.eyewall.engine.routing.Grouper;
import io.eyewall.engine.routing.Route;
import io.eyewall.engine.routing.Router;
import io.eyewall.engine.spout.SpoutExecutor;
import io.eyewall.engine.spout.SpoutStats;
import io.eyewall.engine.thread.StormStatTimer;
import io.eyewall.topology.ExecutorPlan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.storm.metrics2.RateCounter;

/**
 * Reads the counters of a topology's executors and feeds them into Storm's statistics. Thread-safe.
 */
final class MetricsReader {
    private final WorkerEnvironment environment;
    private final String topologyId;
    private final StatsFeed.TaskMetrics taskMetrics = new StatsFeed.TaskMetrics();
    private final Map<Integer, RateCounter> errorCounters = new HashMap<>();
    private List<Executor> executors = List.of();
    private List<StatsFeed> feeds = List.of();
    private List<RateCounter> reportedErrors = List.of();
    private final Clock clock;
    private final RecentLatency latencies;

    MetricsReader(
            List<Executor> executors,
            WorkerEnvironment environment,
            String topologyId,
            Clock clock) {
        this.environment = environment;
        this.topologyId = topologyId;
        this.clock = clock;
        latencies = new RecentLatency(clock.nanoTime());
        replace(() -> executors);
    }

    /**
     * Replaces the topology's executors. An executor with the same tasks as one before, perhaps on
     * another core, keeps its statistics. Other executors start with empty statistics, as on Storm
     * after a rebalance; counters per task continue.
     *
     * @param change makes the change and returns the new executors. No thread reads counters
     *     meanwhile: a spout's counters pass to another executor during the change, and a reader
     *     might count them twice in Storm's statistics
     */
    synchronized void replace(Supplier<List<Executor>> change) {
        Map<ExecutorPlan, Integer> oldIndexes = new HashMap<>();
        for (int i = 0; i < executors.size(); i++) {
            oldIndexes.put(executors.get(i).plan(), i);
        }
        List<Executor> old = executors;
        List<Executor> next = change.get();
        Set<StatsFeed> unused = Collections.newSetFromMap(new IdentityHashMap<>());
        unused.addAll(feeds);
        List<StatsFeed> nextFeeds = new ArrayList<>();
        List<RateCounter> nextErrors = new ArrayList<>();
        for (Executor executor : next) {
            Integer index = oldIndexes.get(executor.plan());
            if (index == null) {
                nextFeeds.add(newFeed(executor));
                nextErrors.add(errorCounter(executor));
                continue;
            }
            StatsFeed feed = feeds.get(index);
            if (executor != old.get(index)) {
                feed.readFrom(executor);
            }
            unused.remove(feed);
            nextFeeds.add(feed);
            nextErrors.add(reportedErrors.get(index));
        }
        for (StatsFeed feed : unused) {
            feed.feed(); // the counts since its last feed
            feed.close();
        }
        Set<Executor> removed = Collections.newSetFromMap(new IdentityHashMap<>());
        removed.addAll(old);
        next.forEach(removed::remove);
        removed.forEach(this::addLatenciesOf);
        executors = next;
        feeds = nextFeeds;
        reportedErrors = nextErrors;
    }

    private StatsFeed newFeed(Executor executor) {
        StatsFeed feed =
                new StatsFeed(executor, environment.metricRegistry(), topologyId, taskMetrics);
        feed.skipPastCounts();
        return feed;
    }

    private RateCounter errorCounter(Executor executor) {
        return errorCounters.computeIfAbsent(
                executor.plan().firstTask(),
                task ->
                        environment
                                .metricRegistry()
                                .rateCounter(
                                        "__reported-error-count",
                                        executor.component().componentId(),
                                        task));
    }

    /** Counts an error that a task reported through its collector. Any thread. */
    synchronized void countReportedError(int taskId) {
        int low = 0; // binary search: executors are in the order of their tasks
        int high = executors.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            ExecutorPlan plan = executors.get(middle).plan();
            if (taskId > plan.lastTask()) {
                low = middle + 1;
            } else if (taskId < plan.firstTask()) {
                high = middle - 1;
            } else {
                reportedErrors.get(middle).inc(1);
                return;
            }
        }
    }

    /** Feeds counters into Storm's statistics. Called once per second by the monitor. */
    synchronized void feed() {
        long nowNs = clock.nanoTime();
        for (StatsFeed feed : feeds) {
            feed.feed();
            feed.updateCallTime(nowNs);
        }
        executors.forEach(this::addLatenciesOf);
        latencies.advance(nowNs);
    }

    private void addLatenciesOf(Executor executor) {
        if (executor instanceof SpoutExecutor spout) {
            latencies.add(spout.takeLatencies());
        }
    }

    /** Returns whether the spouts have ended. Calls user code, and therefore holds no lock. */
    List<SpoutEnd> spoutEnds() {
        List<Executor> now;
        synchronized (this) {
            now = executors;
        }
        return SpoutEnds.query(now, environment.metricRegistry());
    }

    synchronized void close() {
        feeds.forEach(StatsFeed::close);
        StormStatTimer.purge();
    }

    synchronized TopologyMetrics read(List<CoreMetrics> cores) {
        feed();
        List<ExecutorMetrics> metrics = new ArrayList<>();
        List<EdgeMetrics> edges = new ArrayList<>();
        for (int i = 0; i < executors.size(); i++) {
            metrics.add(read(executors.get(i), feeds.get(i)));
            executors.get(i).tasks().forEach(task -> addEdges(task, edges));
        }
        return new TopologyMetrics(
                metrics,
                edges,
                latencies.sinceStart(),
                latencies.recent(),
                cores,
                HeapMetrics.now());
    }

    private static ExecutorMetrics read(Executor executor, StatsFeed feed) {
        Map<String, Long> emitted = new TreeMap<>();
        Map<String, Long> transferred = new TreeMap<>();
        long acked = 0;
        long failed = 0;
        for (Task task : executor.tasks()) {
            for (Router router : task.routersInUse()) {
                for (Route route : router.routes()) {
                    if (route.emitted() > 0) {
                        String stream = route.source().streamId();
                        emitted.merge(stream, route.emitted(), Long::sum);
                        transferred.merge(stream, route.transferred(), Long::sum);
                    }
                }
            }
            for (InputStats input : task.inputs()) {
                acked += input.acked();
                failed += input.failed();
            }
        }
        int pending = 0;
        if (executor instanceof SpoutExecutor spout) {
            pending = spout.pendingMessages();
            for (SpoutStats stream : spout.stats()) {
                acked += stream.acked();
                failed += stream.failed();
            }
        }
        CallTimes calls = executor.callTimes();
        long openedNs = executor.openedNs();
        long uptimeNs = openedNs == 0 ? 0 : executor.core().clock().nanoTime() - openedNs;
        return new ExecutorMetrics(
                executor.plan(),
                executor.core().index(),
                executor.isDedicated(),
                (int) (uptimeNs / 1_000_000_000L),
                emitted,
                transferred,
                executor instanceof BoltExecutor bolt ? bolt.executed() : 0,
                acked,
                failed,
                calls.ns(),
                calls.squaresNs2(),
                calls.threadNs(),
                executor.queuedTuples(),
                pending,
                executor.heldBackNs(),
                feed.callNs(),
                feed.render());
    }

    private static void addEdges(Task task, List<EdgeMetrics> edges) {
        for (Router router : task.routersInUse()) {
            for (Route route : router.routes()) {
                for (Grouper grouper : route.groupers()) {
                    int countedTargets = grouper.countsEachTarget() ? grouper.targetCount() : 1;
                    for (int i = 0; i < countedTargets; i++) {
                        if (grouper.sent(i) > 0) {
                            edges.add(
                                    new EdgeMetrics(
                                            task.taskId(),
                                            route.source().streamId(),
                                            grouper.countsEachTarget()
                                                    ? grouper.target(i).taskId()
                                                    : -1,
                                            grouper.sent(i)));
                        }
                    }
                }
            }
        }
    }
}
