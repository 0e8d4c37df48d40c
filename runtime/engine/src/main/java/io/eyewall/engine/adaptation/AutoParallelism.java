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

    /** Greatest load of an executor after shrinking: far from hot. */
    private static final double NOT_HOT = 0.6;

    /** A bolt that takes less than this on a full core does not want much more than it gets. */
    private static final double IDLE_ON_FULL_CORE = 0.1;

    private static final double NEITHER_HOT_NOR_IDLE = 0.5;

    private final List<Core> cores;
    private final LivePlacement placement;
    private final CounterReader counters;
    private final Map<String, ParallelismChanges> followers = new HashMap<>();
    private @Nullable CounterSnapshot lastSnapshot;

    /**
     * @param placement places executors on the same cores
     */
    public AutoParallelism(List<Core> cores, LivePlacement placement) {
        this.cores = cores;
        this.placement = placement;
        this.counters = new CounterReader(cores);
    }

    /** A bolt at one evaluation. */
    private record Bolt(
            ParallelismChanges follower,
            String componentId,
            List<Executor> executors,
            List<ExecutorId> ids,
            double busy,
            double busiest) {
        int count() {
            return ids.size();
        }

        int tasks() {
            return executors.get(0).component().taskIds().size();
        }

        int least() {
            return follower.least(componentId, count());
        }

        boolean hasThreads() {
            return executors.stream().anyMatch(Executor::isDedicated);
        }

        /** Fill level of the fullest mailbox, without executors that are held back by receivers. */
        double queued() {
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
     * @param most executors that would be of use now
     * @param load see {@link ParallelismTuner#evaluate}
     * @param state explanation for people
     */
    private record Judgement(int most, double load, String state) {}

    /**
     * Evaluates all bolts of topologies that follow their load, and changes at most one of them.
     * Topologies that no longer follow their load get their former numbers of executors back.
     *
     * @param topologies all topologies of the engine
     * @throws InterruptedException if the caller is interrupted while executors change
     */
    public void evaluate(List<TopologyRuntime> topologies) throws InterruptedException {
        List<ParallelismChanges> following = new ArrayList<>();
        boolean changed = false;
        for (TopologyRuntime topology : topologies) {
            String id = topology.plan().id();
            if (topology.status() == TopologyStatus.ACTIVE && topology.followsLoad()) {
                following.add(followers.computeIfAbsent(id, f -> new ParallelismChanges(topology)));
            } else if (topology.isRunning() && followers.containsKey(id)) {
                changed |= !topology.followsLoad() && followers.get(id).revert();
            }
        }
        followers.values().removeIf(follower -> !topologies.contains(follower.topology()));
        CounterSnapshot before = lastSnapshot;
        CounterSnapshot reading = following.isEmpty() ? null : counters.read(topologies);
        lastSnapshot = reading;
        Optional<LoadWindow> window =
                before == null || reading == null
                        ? Optional.empty()
                        : placement.measure(before, reading);
        if (reading != null && window.isPresent() && change(following, window.get(), reading)) {
            changed = true;
            lastSnapshot = counters.read(topologies);
        }
        if (changed) {
            placement.onExecutorsChanged();
        }
    }

    /** Changes at most one bolt: the change affects what is left for the others. */
    private boolean change(
            List<ParallelismChanges> following, LoadWindow window, CounterSnapshot reading)
            throws InterruptedException {
        List<Bolt> bolts = new ArrayList<>();
        following.forEach(follower -> addBolts(follower, window, bolts));
        bolts.sort(Comparator.comparingDouble(bolt -> -bolt.busiest()));
        boolean changed = false;
        for (Bolt bolt : bolts) {
            changed = changed || change(bolt, window, reading);
        }
        following.forEach(ParallelismChanges::report);
        return changed;
    }

    private static void addBolts(ParallelismChanges follower, LoadWindow window, List<Bolt> bolts) {
        String topologyId = follower.topology().plan().id();
        Map<String, List<Executor>> byComponent = new LinkedHashMap<>();
        for (Executor executor : follower.topology().executors()) {
            ComponentPlan component = executor.component();
            if (executor instanceof BoltExecutor
                    && component.isUser()
                    && component.taskIds().size() > 1) {
                byComponent
                        .computeIfAbsent(component.componentId(), id -> new ArrayList<>())
                        .add(executor);
            }
        }
        byComponent.forEach(
                (id, executors) -> {
                    List<ExecutorId> ids =
                            executors.stream().map(e -> CounterReader.id(topologyId, e)).toList();
                    if (!window.busyByTask().keySet().containsAll(ids)) {
                        return; // the executors have changed since they were read
                    }
                    List<Double> busy = ids.stream().map(window::busy).toList();
                    double busiest = Collections.max(busy);
                    bolts.add(
                            new Bolt(follower, id, executors, ids, LoadWindow.sum(busy), busiest));
                });
    }

    private boolean change(Bolt bolt, LoadWindow window, CounterSnapshot reading)
            throws InterruptedException {
        Judgement judgement = judge(bolt, window, reading);
        ParallelismChanges follower = bolt.follower();
        String id = bolt.componentId();
        int target =
                follower.evaluate(
                        id, bolt.count(), judgement.most(), judgement.load(), bolt.queued());
        follower.record(id, bolt.count(), bolt.busy(), judgement.state());
        if (target == bolt.count()) {
            return false;
        }
        Map<ExecutorPlan, Core> places = new HashMap<>();
        resizing(bolt, target, window, reading)
                .places()
                .forEach(
                        (executor, place) -> places.put(CounterReader.plan(executor), core(place)));
        return follower.resize(id, places, judgement.state());
    }

    private Judgement judge(Bolt bolt, LoadWindow window, CounterSnapshot reading) {
        int count = bolt.count();
        String busy = "busiest executor " + percent(bolt.busiest()) + " busy";
        if (bolt.executors().stream().anyMatch(Executor::isIndivisible)) {
            return new Judgement(
                    count, count, busy + "; its tasks share executor data or thread state");
        }
        boolean threads = bolt.hasThreads();
        int useful = Math.min(bolt.tasks(), threads ? bolt.tasks() : cores.size());
        int more = Math.max(count, Math.min(2 * count, useful));
        Resizing larger = resizing(bolt, more, window, reading);
        boolean full = !threads && larger.fullestBefore() >= FULL_CORE;
        boolean settled = threads || placement.isSettled();
        boolean hot =
                bolt.busiest() >= HOT_BY_ITSELF
                        || (settled && full && bolt.busiest() >= HOT)
                        || (settled && bolt.queued() >= FULL_MAILBOX);
        if (hot) {
            String state =
                    busy
                            + (full ? ", on a full core" : "")
                            + (bolt.queued() >= FULL_MAILBOX ? ", its mailbox is full" : "");
            double relief =
                    threads
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
        int fewer = Math.max(bolt.count() / 2, bolt.least());
        Resizing smaller = resizing(bolt, fewer, window, reading);
        return smaller.busiest() <= NOT_HOT
                && smaller.fullestAfter() <= Math.max(FULL_CORE, smaller.fullestBefore());
    }

    private Resizing resizing(Bolt bolt, int count, LoadWindow window, CounterSnapshot reading) {
        TopologyPlan plan = bolt.follower().topology().plan();
        List<ExecutorId> made =
                plan.withExecutors(Map.of(bolt.componentId(), count)).executors().stream()
                        .filter(executor -> executor.componentId().equals(bolt.componentId()))
                        .map(e -> CounterReader.id(plan.id(), e))
                        .toList();
        return Resizing.of(window, reading, placement, bolt.ids(), made);
    }

    private Core core(String place) {
        return cores.stream()
                .filter(core -> CoreAdviser.place(core.index()).equals(place))
                .findFirst()
                .orElseThrow();
    }

    private static String percent(double share) {
        return Math.round(100 * share) + "%";
    }
}
