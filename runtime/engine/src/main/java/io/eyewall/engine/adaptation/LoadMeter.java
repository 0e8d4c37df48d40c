package io.eyewall.engine.adaptation;

import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.load.ExecutorLoad;
import io.eyewall.placement.load.Snapshot;
import io.eyewall.placement.load.Traffic;
import io.eyewall.placement.place.CostTree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Computes load and traffic from the counters of two readings.
 *
 * <p>An executor's own time is its time in user code minus the time of executors that it called
 * directly, which counts for those. User code is timed for few tuples, and the engine's part not at
 * all; but the busy time of each core is known. Therefore own times are scaled, by one factor per
 * core, until they and the crossings of their tuples add up to the busy time: a core that is never
 * idle is full, whatever its timed tuples suggest.
 */
final class LoadMeter {
    private final CostTree tree;
    private final CounterSnapshot before;
    private final CounterSnapshot now;
    private final double windowNs;
    private final List<Flow> flows = new ArrayList<>();

    /** Own time of each executor, by its index in the readings, which is called e below. */
    private final double[] ownNs;

    /** Tuples from one executor to another in the window; executors by index in the readings. */
    private record Flow(int from, int to, long tuples) {}

    private LoadMeter(CostTree tree, CounterSnapshot before, CounterSnapshot now) {
        this.tree = tree;
        this.before = before;
        this.now = now;
        this.windowNs = now.nowNs() - before.nowNs();
        this.ownNs = new double[now.executors().size()];
    }

    /**
     * Returns load and traffic; empty if no time has passed, or executors were added, removed or
     * moved between the readings.
     *
     * @param tree cost tree of the cores, with the prices of crossings
     */
    static Optional<LoadWindow> measure(
            CostTree tree, CounterSnapshot before, CounterSnapshot now) {
        return now.nowNs() > before.nowNs() && now.isComparableTo(before)
                ? Optional.of(new LoadMeter(tree, before, now).measure())
                : Optional.empty();
    }

    private LoadWindow measure() {
        findFlows();
        findOwnTimes();
        double[] scale = scaleByCore();
        List<ExecutorLoad> loads = new ArrayList<>();
        Map<ExecutorId, Map<Integer, Double>> busyShares = new HashMap<>();
        for (int e = 0; e < ownNs.length; e++) {
            double cores = ownNs[e] * scale[coreOf(e)] / windowNs;
            loads.add(new ExecutorLoad(executorId(e), cores, 0));
            double busy = now.executors().get(e).dedicated() ? shareInUserCode(e) : cores;
            busyShares.put(executorId(e), divideAmongTasks(e, busy));
        }
        Snapshot snapshot = new Snapshot(loads, flows.stream().map(this::toTraffic).toList());
        return new LoadWindow(snapshot, busyShares);
    }

    /** Returns the share of the window that a dedicated executor spent in user code. */
    private double shareInUserCode(int e) {
        double ns = now.executors().get(e).callNs() - before.executors().get(e).callNs();
        return Math.min(1, Math.max(0, ns / windowNs)); // both times are estimates
    }

    /** Divides an executor's busy time among its tasks by the tuples that they executed. */
    private Map<Integer, Double> divideAmongTasks(int e, double busy) {
        Map<Integer, Long> earlier = before.executors().get(e).executedByTask();
        Map<Integer, Long> executed = new HashMap<>();
        now.executors()
                .get(e)
                .executedByTask()
                .forEach(
                        (task, count) ->
                                executed.put(task, count - earlier.getOrDefault(task, 0L)));
        double total = executed.values().stream().mapToLong(Long::longValue).sum();
        Map<Integer, Double> shares = new HashMap<>();
        executed.forEach(
                (task, count) ->
                        shares.put(
                                task, busy * (total == 0 ? 1.0 / executed.size() : count / total)));
        return shares;
    }

    private ExecutorId executorId(int e) {
        return now.executors().get(e).executor();
    }

    private int coreOf(int e) {
        return now.executors().get(e).core();
    }

    private boolean crossesCores(Flow flow) {
        return coreOf(flow.from()) != coreOf(flow.to());
    }

    private Traffic toTraffic(Flow flow) {
        double perSec = flow.tuples() / (windowNs / 1e9);
        return new Traffic(executorId(flow.from()), executorId(flow.to()), perSec, 0);
    }

    private void findFlows() {
        Map<ExecutorId, Integer> indexes = new HashMap<>();
        for (int e = 0; e < ownNs.length; e++) {
            indexes.put(executorId(e), e);
        }
        for (int e = 0; e < ownNs.length; e++) {
            int from = e;
            Map<ExecutorId, Long> sentBefore = before.executors().get(e).sentByReceiver();
            now.executors()
                    .get(e)
                    .sentByReceiver()
                    .forEach(
                            (receiver, sent) -> {
                                Integer to = indexes.get(receiver);
                                long tuples = sent - sentBefore.getOrDefault(receiver, 0L);
                                if (to != null && tuples > 0) {
                                    flows.add(new Flow(from, to, tuples));
                                }
                            });
        }
    }

    private void findOwnTimes() {
        Map<Integer, List<Flow>> localFlows =
                flows.stream()
                        .filter(flow -> !crossesCores(flow))
                        .collect(Collectors.groupingBy(Flow::to));
        for (int e = 0; e < ownNs.length; e++) {
            ExecutorCounters counters = now.executors().get(e);
            ExecutorCounters earlier = before.executors().get(e);
            ownNs[e] += counters.dedicated() ? 0 : counters.callNs() - earlier.callNs();
            List<Flow> callers = localFlows.getOrDefault(e, List.of());
            counters.calledNsByComponent()
                    .forEach(
                            (component, ns) ->
                                    subtractFromCallers(
                                            callers,
                                            component,
                                            ns
                                                    - earlier.calledNsByComponent()
                                                            .getOrDefault(component, 0.0)));
        }
        for (int e = 0; e < ownNs.length; e++) {
            ownNs[e] = Math.max(0, ownNs[e]); // negative if the estimates are off
        }
    }

    /**
     * Subtracts the time of direct calls from the callers' own times, in proportion to the tuples
     * that they sent.
     *
     * @param localFlows tuples sent to the called executor from its own core
     * @param component the calling component
     */
    private void subtractFromCallers(List<Flow> localFlows, String component, double ns) {
        List<Flow> calls =
                localFlows.stream()
                        .filter(flow -> executorId(flow.from()).component().equals(component))
                        .toList();
        double total = calls.stream().mapToLong(Flow::tuples).sum();
        for (Flow flow : calls) {
            ownNs[flow.from()] -= ns * flow.tuples() / total;
        }
    }

    /** Returns for each core the factor by which the own times of its executors are scaled. */
    private double[] scaleByCore() {
        double[] explainedNs = new double[now.busyNs().size()];
        for (int e = 0; e < ownNs.length; e++) {
            explainedNs[coreOf(e)] += ownNs[e];
        }
        for (Flow flow : flows) {
            int from = coreOf(flow.from());
            int to = coreOf(flow.to());
            double ns = flow.tuples() * CoreTree.crossingNsAtEachEnd(tree, from, to);
            explainedNs[from] += ns;
            explainedNs[to] += ns;
        }
        double[] scale = new double[explainedNs.length];
        for (int core = 0; core < scale.length; core++) {
            double busyNs = now.busyNs().get(core) - before.busyNs().get(core);
            scale[core] =
                    explainedNs[core] == 0 ? 0 : Math.min(windowNs, busyNs) / explainedNs[core];
        }
        return scale;
    }
}
