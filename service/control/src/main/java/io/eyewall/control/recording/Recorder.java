package io.eyewall.control.recording;

import io.eyewall.engine.metrics.CoreMetrics;
import io.eyewall.engine.metrics.EdgeMetrics;
import io.eyewall.engine.metrics.ExecutorMetrics;
import io.eyewall.engine.metrics.HeapMetrics;
import io.eyewall.engine.metrics.LatencySnapshot;
import io.eyewall.engine.metrics.TopologyMetrics;
import io.eyewall.model.calibration.Recording;
import io.eyewall.topology.ComponentPlan;
import io.eyewall.topology.ExecutorPlan;
import io.eyewall.topology.StreamPlan;
import io.eyewall.topology.SubscriptionPlan;
import io.eyewall.topology.TopologyPlan;
import io.eyewall.topology.config.ConfigKeys;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.storm.Config;

/**
 * Records a topology. It receives the topology's metrics repeatedly and makes a window of each two
 * consecutive metrics that have the same executors on the same cores. For one thread.
 */
public final class Recorder {
    private static final String AFFINITY = "affinity";

    private final TopologyPlan plan;
    private final int maxWindows;
    private final Deque<Recording.Window> windows = new ArrayDeque<>();
    private List<Integer> coreIds = List.of();
    private Optional<Sample> last = Optional.empty();
    private final Set<String> holdingComponents = new HashSet<>();
    private boolean acked;

    private record Sample(long atNs, TopologyMetrics metrics) {}

    /** Creates a recorder that keeps all windows. */
    public Recorder(TopologyPlan plan) {
        this(plan, Integer.MAX_VALUE);
    }

    /**
     * Creates a recorder.
     *
     * @param plan plan of the topology
     * @param maxWindows largest number of windows; older ones are dropped
     */
    public Recorder(TopologyPlan plan, int maxWindows) {
        this.plan = plan;
        this.maxWindows = maxWindows;
    }

    /**
     * Adds the current metrics.
     *
     * @param atNs time of the metrics, by any monotonic clock
     * @return whether this has completed a window
     */
    public boolean add(long atNs, TopologyMetrics metrics) {
        Sample now = new Sample(atNs, metrics);
        List<Integer> presentIds = metrics.cores().stream().map(CoreMetrics::core).toList();
        if (presentIds.isEmpty()) { // the topology has no process at the moment
            last = Optional.empty();
            return false;
        }
        if (!presentIds.equals(coreIds)) { // because all windows of a recording have the same cores
            windows.clear();
            last = Optional.empty();
            coreIds = presentIds;
        }
        Optional<Recording.Window> completed = last.flatMap(before -> window(before, now));
        last = Optional.of(now);
        completed.ifPresent(windows::add);
        if (windows.size() > maxWindows) {
            windows.removeFirst();
        }
        return completed.isPresent();
    }

    /** Returns the number of windows. */
    public int windows() {
        return windows.size();
    }

    /** Returns the recording so far. */
    public Recording recording() {
        List<String> places = coreIds.stream().map(core -> "core-" + core).toList();
        List<Recording.Component> components = new ArrayList<>();
        for (ComponentPlan component : plan.components().values()) {
            if (component.isUserDefined()) {
                components.add(
                        new Recording.Component(
                                component.componentId(),
                                component.kind() == ComponentPlan.Kind.SPOUT,
                                component.taskIds().get(0),
                                component.taskIds().size(),
                                HeldTuples.hasWindows(component)
                                        || holdingComponents.contains(component.componentId())));
            }
        }
        Object pending = plan.conf().get(Config.TOPOLOGY_MAX_SPOUT_PENDING);
        return new Recording(
                Recording.VERSION,
                plan.name(),
                acked,
                pending instanceof Number number ? number.intValue() : 0,
                false, // not of a Storm cluster, whose threads are measured
                isPlacedAsModelAssumes(),
                components,
                subscriptions(),
                places,
                List.copyOf(windows));
    }

    /**
     * Returns whether the engine places executors as the model assumes: by the affinity algorithm,
     * with no executor bound to a core.
     */
    private boolean isPlacedAsModelAssumes() {
        Object algorithm = plan.conf().get(ConfigKeys.PLACEMENT.name());
        return (algorithm == null || algorithm.equals(AFFINITY))
                && plan.components().values().stream()
                        .noneMatch(c -> c.conf().get(ConfigKeys.CORE.name()) != null);
    }

    private List<Recording.Subscription> subscriptions() {
        Subscriptions subscriptions = new Subscriptions();
        for (ComponentPlan component : plan.components().values()) {
            for (StreamPlan stream : component.streams().values()) {
                for (SubscriptionPlan subscription : stream.subscriptions()) {
                    String to = subscription.targetComponentId();
                    if (component.isUserDefined()
                            && plan.component(to).isUserDefined()
                            && !stream.streamId().startsWith("__")) {
                        subscriptions.add(component.componentId(), to, subscription.grouping());
                    }
                }
            }
        }
        return subscriptions.all();
    }

    private Optional<Recording.Window> window(Sample before, Sample now) {
        Map<ExecutorPlan, ExecutorMetrics> earlier = new HashMap<>();
        userExecutors(before.metrics()).forEach(e -> earlier.put(e.executor(), e));
        List<ExecutorMetrics> userExecutors = userExecutors(now.metrics());
        if (userExecutors.size() != earlier.size() || now.atNs() <= before.atNs()) {
            return Optional.empty();
        }
        for (ExecutorMetrics executor : userExecutors) {
            ExecutorMetrics earlierMetrics = earlier.get(executor.executor());
            if (earlierMetrics == null
                    || earlierMetrics.core() != executor.core()
                    || earlierMetrics.dedicated() != executor.dedicated()) {
                return Optional.empty(); // it is new, or has moved meanwhile
            }
            acked |= isSpout(executor) && executor.acked() > earlierMetrics.acked();
            if (HeldTuples.areHeld(earlierMetrics, executor)) {
                holdingComponents.add(executor.executor().componentId());
            }
        }
        List<Recording.Flow> flows = flows(before.metrics(), now.metrics());
        List<Double> busyNs = busyNs(before.metrics(), now.metrics());
        boolean isOnlyTopology = busyNs.stream().noneMatch(ns -> ns < 0);
        return Optional.of(
                new Recording.Window(
                        (now.atNs() - before.atNs()) / 1e9,
                        executors(earlier, userExecutors, flows),
                        flows,
                        busyNs,
                        latencies(now.metrics()),
                        isOnlyTopology
                                ? heap(before.metrics().heap(), now.metrics().heap())
                                : Recording.Heap.UNKNOWN));
    }

    private static Recording.Latencies latencies(TopologyMetrics metrics) {
        LatencySnapshot recent = metrics.recentLatency();
        LatencySnapshot latency = recent.count() > 0 ? recent : metrics.completeLatency();
        return new Recording.Latencies(latency.count(), latency.meanNs(), latency.p99Ns());
    }

    private List<ExecutorMetrics> userExecutors(TopologyMetrics metrics) {
        return metrics.executors().stream()
                .filter(e -> plan.component(e.executor().componentId()).isUserDefined())
                .toList();
    }

    private boolean isSpout(ExecutorMetrics executor) {
        return plan.component(executor.executor().componentId()).kind() == ComponentPlan.Kind.SPOUT;
    }

    private List<Recording.Flow> flows(TopologyMetrics before, TopologyMetrics now) {
        Map<Long, Long> tuples = new LinkedHashMap<>();
        addCounts(now, 1, tuples);
        addCounts(before, -1, tuples);
        List<Recording.Flow> flows = new ArrayList<>();
        tuples.forEach(
                (pair, count) -> {
                    if (count > 0) {
                        flows.add(
                                new Recording.Flow(
                                        (int) (pair >> Integer.SIZE), pair.intValue(), count, 0));
                    }
                });
        return flows;
    }

    private void addCounts(TopologyMetrics metrics, int sign, Map<Long, Long> tuples) {
        for (EdgeMetrics edge : metrics.edges()) {
            String from = plan.taskToComponent().get(edge.sourceTask());
            String to = plan.taskToComponent().get(edge.targetTask());
            if (from != null
                    && to != null
                    && !edge.streamId().startsWith("__")
                    && plan.component(from).isUserDefined()
                    && plan.component(to).isUserDefined()) {
                long pair = ((long) edge.sourceTask() << Integer.SIZE) | edge.targetTask();
                tuples.merge(pair, sign * edge.tuples(), Long::sum);
            }
        }
    }

    private List<Recording.Executor> executors(
            Map<ExecutorPlan, ExecutorMetrics> earlier,
            List<ExecutorMetrics> userExecutors,
            List<Recording.Flow> flows) {
        OwnTimes times = new OwnTimes();
        for (ExecutorMetrics now : userExecutors) {
            ExecutorMetrics earlierMetrics = earlier.getOrDefault(now.executor(), now);
            long tuples =
                    isSpout(now)
                            ? emitted(now) - emitted(earlierMetrics)
                            : now.executed() - earlierMetrics.executed();
            times.add(earlierMetrics, now, Math.max(0, tuples), isSpout(now));
        }
        return times.compute(flows);
    }

    private static long emitted(ExecutorMetrics executor) {
        return executor.emittedByUser();
    }

    /** Returns the heap's metrics of a process that runs no other topology. */
    private static Recording.Heap heap(HeapMetrics before, HeapMetrics now) {
        long allocated = now.allocatedBytes() - before.allocatedBytes();
        if (before.allocatedBytes() < 0 || allocated < 0) {
            return Recording.Heap.UNKNOWN;
        }
        return new Recording.Heap(
                allocated,
                now.collections() - before.collections(),
                now.stoppedNs() - before.stoppedNs(),
                now.liveBytes(),
                now.maxBytes());
    }

    /**
     * Returns the processor time of the cores; -1 for a core that also runs executors of other
     * topologies, because the shares are unknown.
     */
    private static List<Double> busyNs(TopologyMetrics before, TopologyMetrics now) {
        Map<Integer, Integer> executorsByCore = new HashMap<>();
        for (ExecutorMetrics executor : now.executors()) {
            executorsByCore.merge(executor.core(), 1, Integer::sum); // includes dedicated executors
        }
        List<Double> busyNs = new ArrayList<>();
        for (CoreMetrics core : now.cores()) {
            boolean isShared = core.executors() > executorsByCore.getOrDefault(core.core(), 0);
            busyNs.add(
                    isShared
                            ? -1.0
                            : (double) core.since(before.cores().get(core.core())).busyNs());
        }
        return busyNs;
    }
}
