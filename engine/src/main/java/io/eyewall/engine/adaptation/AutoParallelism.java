package io.eyewall.engine.adaptation;

import io.eyewall.engine.TopologyStatus;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.executor.BoltExecutor;
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
 * Lets the number of a bolt's executors follow its load, among its tasks, which stay what they are:
 * what Storm-MC leaves as future work. For topologies with {@code eyewall.parallelism.auto}. Looks
 * once per second, on the monitor's thread.
 *
 * <p>Bolts whose user code has threads of its own may get as many executors as they have tasks,
 * since those wait most of the time. Others get more if one of them is hot alone, which no
 * placement can mend, or if they take much of a core that is full and nobody moves executors; and
 * only if the load then spreads over cores: one bolt per look, the hottest first, since each
 * changes what is left for the others.
 *
 * <p>Spouts keep theirs: more executors of a spout are more load, not less.
 */
public final class AutoParallelism {
    /** An executor that is busy for so much of the time by itself is hot wherever it is. */
    private static final double HOT_ALONE = 0.8;

    /** Share of a core that makes a bolt worth spreading when its core is full with others, too. */
    private static final double HOT = 0.4;

    /** A core that is used for so much of the time has nothing to spare. */
    private static final double FULL_CORE = 0.9;

    /** How full a mailbox is whose executor can't keep up. */
    private static final double FULL_MAILBOX = 0.5;

    /** By how much of a core the fullest must be relieved. */
    private static final double LEAST_RELIEF = 0.1;

    /** After shrinking, executors must be far from being hot. */
    private static final double NOT_HOT = 0.6;

    /** Who takes less than this of a full core doesn't want much more than it gets. */
    private static final double IDLE_ON_FULL_CORE = 0.1;

    private static final double NEITHER_HOT_NOR_IDLE = 0.5;

    private final List<Core> cores;
    private final LivePlacement placement;
    private final CounterReader counters;
    private final Map<String, ParallelismChanges> followers = new HashMap<>();
    private @Nullable CounterSnapshot lastReading;

    /**
     * @param placement of the same cores
     */
    public AutoParallelism(List<Core> cores, LivePlacement placement) {
        this.cores = cores;
        this.placement = placement;
        this.counters = new CounterReader(cores);
    }

    /** A bolt at one look. */
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

        /** How full the fullest mailbox is; not of those that wait for others to have room. */
        double queued() {
            return executors.stream()
                    .filter(executor -> !executor.isHeldBack())
                    .mapToDouble(e -> (double) e.queuedTuples() / e.settings().mailboxCapacity())
                    .max()
                    .orElse(0);
        }
    }

    /**
     * What is thought of a bolt.
     *
     * @param most executors that would be of use now
     * @param load as {@link ParallelismTuner#look} wants it
     * @param state in words
     */
    private record Judgement(int most, double load, String state) {}

    /**
     * Looks at all bolts of topologies that follow their load and changes what should be changed.
     * Those that no longer follow it go back to what they were.
     *
     * @param topologies all of the engine
     * @throws InterruptedException if the caller is interrupted while executors change
     */
    public void look(List<TopologyRuntime> topologies) throws InterruptedException {
        List<ParallelismChanges> following = new ArrayList<>();
        boolean changed = false;
        for (TopologyRuntime topology : topologies) {
            String id = topology.plan().id();
            if (topology.status() == TopologyStatus.ACTIVE && topology.followsLoad()) {
                following.add(followers.computeIfAbsent(id, f -> new ParallelismChanges(topology)));
            } else if (topology.isRunning() && followers.containsKey(id)) {
                changed |= !topology.followsLoad() && followers.get(id).goBack();
            }
        }
        followers.values().removeIf(follower -> !topologies.contains(follower.topology()));
        CounterSnapshot before = lastReading;
        CounterSnapshot reading = following.isEmpty() ? null : counters.read(topologies);
        lastReading = reading;
        Optional<LoadWindow> window =
                before == null || reading == null
                        ? Optional.empty()
                        : placement.measure(before, reading);
        if (reading != null && window.isPresent() && change(following, window.get(), reading)) {
            changed = true;
            lastReading = counters.read(topologies);
        }
        if (changed) {
            placement.onExecutorsChanged();
        }
    }

    /** One change per look: it says what is left for the others. */
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
                        return; // somebody has changed them since they were read
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
        int wanted =
                follower.look(id, bolt.count(), judgement.most(), judgement.load(), bolt.queued());
        follower.see(id, bolt.count(), bolt.busy(), judgement.state());
        if (wanted == bolt.count()) {
            return false;
        }
        Map<ExecutorPlan, Core> places = new HashMap<>();
        resizing(bolt, wanted, window, reading)
                .places()
                .forEach(
                        (executor, place) -> places.put(CounterReader.plan(executor), core(place)));
        return follower.resize(id, places, judgement.state());
    }

    private Judgement judge(Bolt bolt, LoadWindow window, CounterSnapshot reading) {
        int count = bolt.count();
        String busy = "busy for " + percent(bolt.busiest()) + " of the time at most";
        if (bolt.executors().stream().anyMatch(Executor::isIndivisible)) {
            return new Judgement(
                    count,
                    count,
                    busy + "; its tasks share executor data or what they left in their thread");
        }
        boolean threads = bolt.hasThreads();
        int useful = Math.min(bolt.tasks(), threads ? bolt.tasks() : cores.size());
        int more = Math.max(count, Math.min(2 * count, useful));
        Resizing larger = resizing(bolt, more, window, reading);
        boolean full = !threads && larger.fullestBefore() >= FULL_CORE;
        boolean settled = threads || placement.isSettled();
        boolean hot =
                bolt.busiest() >= HOT_ALONE
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
            return relief >= LEAST_RELIEF
                    ? new Judgement(more, count, state)
                    : new Judgement(count, count, state + "; more executors would not help");
        }
        boolean wantsMore = full && bolt.busy() > IDLE_ON_FULL_CORE * count;
        boolean stays = wantsMore || !wouldDo(bolt, window, reading);
        double load = stays ? Math.max(bolt.busy(), NEITHER_HOT_NOR_IDLE * count) : bolt.busy();
        return new Judgement(count, load, busy);
    }

    /** Whether half of the executors would neither be hot nor fill a core. */
    private boolean wouldDo(Bolt bolt, LoadWindow window, CounterSnapshot reading) {
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
