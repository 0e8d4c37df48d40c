package io.eyewall.engine.adaptation;

import io.eyewall.engine.TopologyStatus;
import io.eyewall.engine.bolt.BoltExecutor;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.lifecycle.TopologyRuntime;
import io.eyewall.placement.load.ExecutorId;
import io.eyewall.topology.ComponentPlan;
import io.eyewall.topology.ExecutorPlan;
import io.eyewall.topology.TopologyPlan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Adapts the number of a bolt's executors to its load, up to the number of its tasks, which does
 * not change; Storm-MC leaves this as future work. Applies to topologies with {@code
 * eyewall.parallelism.auto}. Evaluates once per second, on the monitor's thread.
 *
 * <p>Bolts with dedicated executors may get as many executors as they have tasks, since these wait
 * most of the time. Other bolts get more executors if one executor is hot by itself, which no
 * placement can remedy, or if the bolt takes much of a full core after placement has settled; and
 * only if the load then spreads over cores. Each evaluation changes at most one bolt, the hottest
 * first, since each change affects what is left for the other bolts.
 *
 * <p>The number of a spout's executors stays: more executors of a spout are more load, not less.
 */
public final class AutoParallelism {
    /** Share of time for which an executor is busy by itself that makes it hot on any core. */
    private static final double HOT_BY_ITSELF = 0.8;

    /** Share of a core from which a bolt is worth spreading when other bolts fill its core, too. */
    private static final double HOT = 0.4;

    /** Share of time from which a core has nothing to spare. */
    private static final double FULL_CORE = 0.9;

    /** Fill level of a mailbox whose executor cannot keep up. */
    private static final double FULL_MAILBOX = 0.5;

    /** Share of a core by which a change must relieve the fullest core. */
    private static final double MIN_RELIEF = 0.1;

    /** Maximum share of busy time of an executor after shrinking: far from hot. */
    private static final double NOT_HOT = 0.6;

    /**
     * Share of a full core below which an executor is taken to be idle: it would not use much more
     * of the core than it gets.
     */
    private static final double IDLE_ON_FULL_CORE = 0.1;

    /** Load per executor at which {@link ParallelismTuner} keeps the number of executors. */
    private static final double NEITHER_HOT_NOR_IDLE = 0.5;

    private final List<Core> cores;
    private final LivePlacement placement;
    private final CounterReader counters;

    /** By topology id; only topologies whose numbers of executors follow their load. */
    private final Map<String, TopologyParallelism> adapted = new HashMap<>();

    private @Nullable CounterSnapshot lastSnapshot;

    /**
     * @param placement places executors on the same cores
     */
    public AutoParallelism(List<Core> cores, LivePlacement placement) {
        this.cores = cores;
        this.placement = placement;
        this.counters = new CounterReader(cores);
    }

    /**
     * A bolt at one evaluation.
     *
     * @param parallelism the automatic parallelism of the bolt's topology
     * @param executorIds in the order of {@code executors}
     * @param busy busy time of all executors, in executors
     * @param busiest share of time in which the busiest executor is busy
     */
    private record Bolt(
            TopologyParallelism parallelism,
            String componentId,
            List<Executor> executors,
            List<ExecutorId> executorIds,
            double busy,
            double busiest) {
        int executorCount() {
            return executorIds.size();
        }

        int taskCount() {
            return executors.get(0).component().taskIds().size();
        }

        int minExecutors() {
            return parallelism.minExecutors(componentId, executorCount());
        }

        boolean isDedicated() {
            return executors.stream().anyMatch(Executor::isDedicated);
        }

        /** Fill level of the fullest mailbox, without executors that are held back by receivers. */
        double mailboxFill() {
            return executors.stream()
                    .filter(executor -> !executor.isHeldBack())
                    .mapToDouble(e -> (double) e.queuedTuples() / e.settings().mailboxCapacity())
                    .max()
                    .orElse(0);
        }
    }

    /**
     * The result of evaluating one bolt.
     *
     * @param maxUseful maximum number of executors that would be of use now
     * @param load see {@link ParallelismTuner#evaluate}
     * @param state explanation for people
     */
    private record Judgement(int maxUseful, double load, String state) {}

    /**
     * Evaluates all bolts of topologies that follow their load, and changes at most one of them.
     * Topologies that no longer follow their load get their former numbers of executors back.
     *
     * @param topologies all topologies of the engine
     * @throws InterruptedException if the caller is interrupted while executors change
     */
    public void evaluate(List<TopologyRuntime> topologies) throws InterruptedException {
        List<TopologyParallelism> following = new ArrayList<>();
        boolean changed = false;
        for (TopologyRuntime topology : topologies) {
            String id = topology.plan().id();
            if (topology.status() == TopologyStatus.ACTIVE && topology.followsLoad()) {
                following.add(
                        adapted.computeIfAbsent(id, key -> new TopologyParallelism(topology)));
            } else if (topology.isRunning() && adapted.containsKey(id)) {
                changed |= !topology.followsLoad() && adapted.get(id).revert();
            }
        }
        adapted.values().removeIf(parallelism -> !topologies.contains(parallelism.topology()));
        CounterSnapshot before = lastSnapshot;
        CounterSnapshot reading = following.isEmpty() ? null : counters.read(topologies);
        lastSnapshot = reading;
        Optional<LoadWindow> window =
                before == null || reading == null
                        ? Optional.empty()
                        : placement.measure(before, reading);
        if (reading != null
                && window.isPresent()
                && changeOneBolt(following, window.get(), reading)) {
            changed = true;
            lastSnapshot = counters.read(topologies);
        }
        if (changed) {
            placement.onExecutorsChanged();
        }
    }

    /**
     * Changes at most one bolt, the hottest that needs it: the change affects what is left for the
     * other bolts.
     */
    private boolean changeOneBolt(
            List<TopologyParallelism> following, LoadWindow window, CounterSnapshot reading)
            throws InterruptedException {
        List<Bolt> bolts = new ArrayList<>();
        following.forEach(parallelism -> addBolts(parallelism, window, bolts));
        bolts.sort(Comparator.comparingDouble(bolt -> -bolt.busiest()));
        boolean changed = false;
        for (Bolt bolt : bolts) {
            changed = changed || resizeIfNeeded(bolt, window, reading);
        }
        following.forEach(TopologyParallelism::report);
        return changed;
    }

    private static void addBolts(
            TopologyParallelism parallelism, LoadWindow window, List<Bolt> bolts) {
        String topologyId = parallelism.topology().plan().id();
        Map<String, List<Executor>> byComponent = new LinkedHashMap<>();
        for (Executor executor : parallelism.topology().executors()) {
            ComponentPlan component = executor.component();
            if (executor instanceof BoltExecutor
                    && component.isUserDefined()
                    && component.taskIds().size() > 1) {
                byComponent
                        .computeIfAbsent(component.componentId(), id -> new ArrayList<>())
                        .add(executor);
            }
        }
        byComponent.forEach(
                (id, executors) -> {
                    List<ExecutorId> ids =
                            executors.stream()
                                    .map(e -> CounterReader.executorId(topologyId, e))
                                    .toList();
                    if (!window.busyShares().keySet().containsAll(ids)) {
                        return; // the executors have changed since they were read
                    }
                    List<Double> busy = ids.stream().map(window::busyShare).toList();
                    double busiest = Collections.max(busy);
                    bolts.add(
                            new Bolt(
                                    parallelism,
                                    id,
                                    executors,
                                    ids,
                                    LoadWindow.sum(busy),
                                    busiest));
                });
    }

    private boolean resizeIfNeeded(Bolt bolt, LoadWindow window, CounterSnapshot reading)
            throws InterruptedException {
        Judgement judgement = judge(bolt, window, reading);
        TopologyParallelism parallelism = bolt.parallelism();
        String id = bolt.componentId();
        int target =
                parallelism.evaluate(
                        id,
                        bolt.executorCount(),
                        judgement.maxUseful(),
                        judgement.load(),
                        bolt.mailboxFill());
        parallelism.record(id, bolt.executorCount(), bolt.busy(), judgement.state());
        if (target == bolt.executorCount()) {
            return false;
        }
        Map<ExecutorPlan, Core> places = new HashMap<>();
        predictResizing(bolt, target, window, reading)
                .places()
                .forEach(
                        (executor, place) ->
                                places.put(CounterReader.executorPlan(executor), core(place)));
        return parallelism.resize(id, places, judgement.state());
    }

    private Judgement judge(Bolt bolt, LoadWindow window, CounterSnapshot reading) {
        int count = bolt.executorCount();
        String busy = "busiest executor " + percent(bolt.busiest()) + " busy";
        if (bolt.executors().stream().anyMatch(Executor::isIndivisible)) {
            return new Judgement(
                    count, count, busy + "; its tasks share executor data or thread state");
        }
        boolean dedicated = bolt.isDedicated();
        int maxUseful = Math.min(bolt.taskCount(), dedicated ? bolt.taskCount() : cores.size());
        int more = Math.max(count, Math.min(2 * count, maxUseful));
        Resizing larger = predictResizing(bolt, more, window, reading);
        boolean full = !dedicated && larger.fullestBefore() >= FULL_CORE;
        boolean settled = dedicated || placement.isSettled();
        boolean hot =
                bolt.busiest() >= HOT_BY_ITSELF
                        || (settled && full && bolt.busiest() >= HOT)
                        || (settled && bolt.mailboxFill() >= FULL_MAILBOX);
        if (hot) {
            String state =
                    busy
                            + (full ? ", on a full core" : "")
                            + (bolt.mailboxFill() >= FULL_MAILBOX ? ", its mailbox is full" : "");
            double relief =
                    dedicated
                            ? bolt.busiest() - larger.busiest()
                            : larger.fullestBefore() - larger.fullestAfter();
            return relief >= MIN_RELIEF
                    ? new Judgement(more, count, state)
                    : new Judgement(count, count, state + "; more executors would not help");
        }
        boolean wantsMore = full && bolt.busy() > IDLE_ON_FULL_CORE * count;
        boolean stays = wantsMore || !canShrink(bolt, window, reading);
        double load = stays ? Math.max(bolt.busy(), NEITHER_HOT_NOR_IDLE * count) : bolt.busy();
        return new Judgement(count, load, busy);
    }

    /** Whether half of the executors would neither be hot nor fill a core. */
    private boolean canShrink(Bolt bolt, LoadWindow window, CounterSnapshot reading) {
        int fewer = Math.max(bolt.executorCount() / 2, bolt.minExecutors());
        Resizing smaller = predictResizing(bolt, fewer, window, reading);
        return smaller.busiest() <= NOT_HOT
                && smaller.fullestAfter() <= Math.max(FULL_CORE, smaller.fullestBefore());
    }

    private Resizing predictResizing(
            Bolt bolt, int count, LoadWindow window, CounterSnapshot reading) {
        TopologyPlan plan = bolt.parallelism().topology().plan();
        List<ExecutorId> created =
                plan.withExecutors(Map.of(bolt.componentId(), count)).executors().stream()
                        .filter(executor -> executor.componentId().equals(bolt.componentId()))
                        .map(e -> CounterReader.executorId(plan.id(), e))
                        .toList();
        return Resizing.predict(window, reading, placement, bolt.executorIds(), created);
    }

    private Core core(String place) {
        return cores.stream()
                .filter(core -> CoreAdviser.placeName(core.index()).equals(place))
                .findFirst()
                .orElseThrow();
    }

    private static String percent(double share) {
        return Math.round(100 * share) + "%";
    }
}
