package io.eyewall.engine.adaptation;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.lifecycle.TopologyRuntime;
import io.eyewall.engine.metrics.CoreMetrics;
import io.eyewall.engine.metrics.PlacementReport;
import io.eyewall.placement.advice.Advice;
import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.load.Snapshot;
import io.eyewall.placement.place.CostTree;
import io.eyewall.placement.plan.Plan;
import io.eyewall.placement.plan.Problem;
import io.eyewall.placement.plan.Score;
import io.eyewall.topology.ExecutorPlan;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Places the executors of all topologies of an engine by measured load and traffic, while they run.
 * The monitor's thread calls {@link #evaluate} and the queries; any thread may change the
 * algorithm, the period, and the executors that are pinned.
 */
public final class LivePlacement {
    private static final Logger LOG = LoggerFactory.getLogger(LivePlacement.class);

    /** Maximum time for which a move waits until user code returns. */
    private static final Duration MOVE_LIMIT = Duration.ofMillis(500);

    /**
     * Periods between two plans while all cores are idle, or load and traffic are as they were when
     * all executors were to stay. A plan takes some milliseconds of processor time, much of what an
     * idle engine takes; and the compilation of its code, which takes longer, delays the tuples of
     * a core that is not idle.
     */
    private static final int PERIODS_WHILE_SETTLED = 12;

    /** Share of load or traffic by which windows may differ and be taken for the same. */
    private static final double SAME_LOAD = 0.05;

    /** Share of time below which the busy time of an idle core lies. */
    private static final double ALMOST_IDLE = 0.05;

    private final List<Core> cores;
    private final CostTree tree;
    private final CounterReader counters;
    private final CurrentAlgorithm currentAlgorithm;
    private final PinnedExecutors pinned;
    private final Map<String, Core> coresByPlace = new HashMap<>();
    private volatile long periodNs;
    private CoreAdviser adviser;

    /** Counters at the end of the last window; null if all measurements are to start anew. */
    private @Nullable Moment last;

    private final BurstDetector bursts = new BurstDetector();
    private final WakeUpCost wakeUps = new WakeUpCost();
    private final MoveTrial trial = new MoveTrial();
    private final WarmUp warmUp = new WarmUp();

    /** The last evaluation, if it found that all executors should stay where they are. */
    private @Nullable Settled settled;

    private long lastPlannedNs;

    /** The counters of executors and the metrics of cores at one moment. */
    private record Moment(CounterSnapshot reading, List<CoreMetrics> cores) {

        List<CoreMetrics> coreMetricsSince(Moment before) {
            return cores.stream().map(core -> core.since(before.cores.get(core.core()))).toList();
        }
    }

    /**
     * An evaluation that found that all executors should stay where they are. The next one can wait
     * as long as it would find the same.
     *
     * @param bounds allowed places of the executors that cannot be anywhere
     * @param wasIdle whether all cores were idle; places that were best during a burst may not be
     *     best afterwards
     */
    private record Settled(
            CurrentAlgorithm.Choice choice,
            Snapshot window,
            Map<ExecutorId, Set<String>> bounds,
            boolean wasIdle) {}

    /**
     * @param tree cost tree of the cores, from {@link CoreTree}
     * @param plugins folder of jars with further algorithms, or null
     * @param algorithm one of {@link CurrentAlgorithm#names}
     * @param period length of the window that one evaluation covers
     */
    public LivePlacement(
            List<Core> cores,
            CostTree tree,
            @Nullable Path plugins,
            String algorithm,
            Duration period) {
        this.cores = cores;
        this.tree = tree;
        this.counters = new CounterReader(cores);
        this.pinned = new PinnedExecutors(cores);
        cores.forEach(core -> coresByPlace.put(CoreAdviser.placeName(core.index()), core));
        this.adviser = new CoreAdviser(tree);
        this.currentAlgorithm = new CurrentAlgorithm(plugins);
        currentAlgorithm.choose(algorithm, Map.of());
        this.periodNs = period.toNanos();
    }

    /** As {@link #use(String, Map)}, with the defaults of all parameters. */
    public void use(String algorithm) {
        use(algorithm, Map.of());
    }

    /**
     * Uses another placement algorithm from the next evaluation on. Plug-ins are read anew.
     *
     * @param algorithm one of {@link CurrentAlgorithm#names}
     * @param parameters values of parameters that differ from their defaults, by name
     * @throws IllegalArgumentException if there is no such algorithm or parameter, or a value is
     *     out of range; nothing changes then
     * @throws java.io.UncheckedIOException if the plug-ins cannot be read
     */
    public void use(String algorithm, Map<String, Double> parameters) {
        currentAlgorithm.choose(algorithm, parameters);
    }

    /**
     * Pins the executor of a task to a core within a second. It stays there, whatever plans say,
     * until it is released, or replaced because the number of its component's executors changes.
     *
     * @param core index of the core; -1 releases the executor, which stays where it is for now
     * @return completes with the executor when it has moved; completes exceptionally with an {@link
     *     IllegalArgumentException} if there is no such task, or an {@link IllegalStateException}
     *     if the executor did not move
     * @throws IllegalArgumentException if there is no such core
     */
    public CompletableFuture<ExecutorPlan> hold(String topologyId, int task, int core) {
        return pinned.requestPin(topologyId, task, core);
    }

    /** Changes the length of the window that one evaluation covers. */
    public void setPeriod(Duration period) {
        periodNs = period.toNanos();
    }

    /**
     * Evaluates load and traffic if a period has passed since the last evaluation, if a core has
     * become full while another is idle, or if cores are woken often for little work; moves
     * executors if that is worth it. Called a few times per second. Executors whose user code does
     * not return in time stay, and a later plan tries again. If throughput falls after a change,
     * the change is reverted.
     *
     * @throws InterruptedException if the caller is interrupted while executors move
     */
    public void evaluate(List<TopologyRuntime> topologies) throws InterruptedException {
        if (pinned.executeRequests(topologies, MOVE_LIMIT)) {
            onExecutorsChanged();
        }
        if (trial.isRunning()) {
            evaluateTrial(topologies);
        }
        CurrentAlgorithm.Choice choice = currentAlgorithm.current();
        Moment before = last;
        if (choice == null) {
            if (before != null) {
                adviser = new CoreAdviser(tree);
                last = null;
                settled = null;
            }
            return;
        }
        List<CoreMetrics> sinceStart = coreMetrics();
        boolean isUrgent = bursts.isUrgent(nowNs(), sinceStart);
        isUrgent |= wakeUps.isEvaluationDue(nowNs(), sinceStart);
        boolean isDue = before == null || isDue(before);
        if (!isUrgent && !isDue) {
            return;
        }
        Moment moment = read(topologies);
        last = moment;
        if (before == null) {
            return;
        }
        Settled was = stillSettled(choice, moment);
        if (was != null && was.wasIdle() && isIdle(before, moment)) {
            return;
        }
        Optional<LoadWindow> window = measure(before.reading(), moment.reading());
        if (was != null
                && window.isPresent()
                && was.window().isLike(window.get().snapshot(), SAME_LOAD)) {
            return;
        }
        lastPlannedNs = moment.reading().nowNs();
        if (window.isPresent()) {
            boolean warm = warmUp.isOver(before.reading(), moment.reading()) || isDue;
            planAndMove(choice, window.get().snapshot(), moment, before, warm, topologies);
        }
    }

    private boolean isDue(Moment before) {
        return nowNs() - before.reading().nowNs() >= periodNs;
    }

    /** Returns {@link #settled}, if algorithm and bounds are the same and it is not old. */
    @SuppressWarnings("ReferenceEquality") // choosing the same algorithm again is another choice
    private @Nullable Settled stillSettled(CurrentAlgorithm.Choice choice, Moment now) {
        Settled was = settled;
        boolean isValid =
                was != null
                        && was.choice() == choice
                        && now.reading().nowNs() - lastPlannedNs < PERIODS_WHILE_SETTLED * periodNs
                        && was.bounds().equals(pinned.bindPinned(now.reading()).boundPlaces());
        return isValid ? was : null;
    }

    private static boolean isIdle(Moment before, Moment now) {
        long passedNs = now.reading().nowNs() - before.reading().nowNs();
        return isIdle(now.coreMetricsSince(before), passedNs);
    }

    private static boolean isIdle(List<CoreMetrics> inWindow, long passedNs) {
        return inWindow.stream().allMatch(core -> core.busyNs() < ALMOST_IDLE * passedNs);
    }

    /**
     * Returns whether no executor is expected to move: placement is off, or the last evaluation
     * found that all should stay.
     */
    boolean isSettled() {
        return isOff() || settled != null;
    }

    /**
     * Returns whether placement is off, because it was chosen or an algorithm threw. Any thread.
     */
    public boolean isOff() {
        return currentAlgorithm.isOff();
    }

    /** Starts all measurements anew, because executors were added, removed or moved. */
    void onExecutorsChanged() {
        settled = null;
        last = null;
        trial.cancel();
    }

    /** As {@link LoadMeter#measure}, with the prices that plans use. */
    Optional<LoadWindow> measure(CounterSnapshot before, CounterSnapshot now) {
        return LoadMeter.measure(tree, before, now);
    }

    /** See {@link CoreAdviser#problem}. */
    Problem problem(
            Snapshot snapshot, Map<ExecutorId, Set<String>> bound, Map<ExecutorId, String> places) {
        return adviser.problem(snapshot, bound, places);
    }

    private Moment read(List<TopologyRuntime> topologies) {
        return new Moment(counters.read(topologies), coreMetrics());
    }

    /**
     * Computes a plan and moves executors if the plan is adopted.
     *
     * @param window load and traffic between {@code before} and {@code moment}
     * @param warm whether throughput has stopped growing, or a whole period has passed
     */
    private void planAndMove(
            CurrentAlgorithm.Choice choice,
            Snapshot window,
            Moment moment,
            Moment before,
            boolean warm,
            List<TopologyRuntime> topologies)
            throws InterruptedException {
        List<CoreMetrics> inWindow = moment.coreMetricsSince(before);
        long passedNs = moment.reading().nowNs() - before.reading().nowNs();
        CounterSnapshot bound = pinned.bindPinned(moment.reading());
        Advice advice;
        try {
            advice =
                    adviser.advise(
                            choice.algorithm(),
                            choice.parameters(),
                            Duration.ofNanos(periodNs),
                            window,
                            WakeUpCost.leastWakeUpsPerSec(inWindow, passedNs),
                            bound);
        } catch (RuntimeException e) {
            LOG.error("placement: {} threw; placement is now off", choice.algorithm().name(), e);
            currentAlgorithm.discard(choice);
            return;
        }
        if (advice.verdict().isAdopted()) {
            advice = refuseIfItCrowds(advice, window, moment.reading().places());
        }
        if (advice.verdict().isAdopted()) {
            advice = postponeIfTooEarly(advice, warm);
        }
        PlacementReport.Evaluation evaluation =
                new PlacementReport.Evaluation(
                        cores.get(0).clock().currentTimeMillis(),
                        window,
                        inWindow,
                        moment.reading().places(),
                        advice);
        topologies.forEach(topology -> topology.onPlacementEvaluation(evaluation));
        boolean keepsAll = advice.verdict() == Advice.Verdict.KEEP;
        settled =
                keepsAll
                        ? new Settled(
                                choice, window, bound.boundPlaces(), isIdle(inWindow, passedNs))
                        : null;
        if (advice.verdict().isAdopted()) {
            LOG.info("placement: {}\n{}", advice.reason(), advice.plan().explain());
            Map<ExecutorId, Core> targets = new HashMap<>();
            for (Plan.Move move : advice.plan().moves()) {
                targets.put(move.executor(), coresByPlace.get(move.to()));
            }
            if (cores.get(0).clock().isReal()) { // cores on one thread cannot gain throughput
                trial.begin(before.reading(), moment.reading(), predictedGrowth(advice.plan()));
            }
            move(targets, topologies);
            bursts.onMoved();
            last = read(topologies);
        }
    }

    private long nowNs() {
        return cores.get(0).clock().nanoTime();
    }

    /**
     * Refuses a plan that leaves cores idle and predicts for another core more work than it can do.
     * Such a plan only shows that crossings cost less than their price says: the cores do that work
     * now.
     */
    static Advice refuseIfItCrowds(Advice advice, Snapshot window, Map<ExecutorId, String> places) {
        List<Plan.VertexLoad> loads = advice.plan().loads();
        boolean crowds = loads.stream().anyMatch(load -> load.cores() > load.limit());
        long usedThen = loads.stream().filter(load -> load.cores() > 0).count();
        long usedNow =
                window.executors().stream()
                        .filter(load -> load.cores() > 0)
                        .map(load -> places.get(load.executor()))
                        .distinct()
                        .count();
        return crowds && usedThen < usedNow
                ? new Advice(
                        Advice.Verdict.KEEP,
                        "the plan leaves cores idle and predicts more work for another core than"
                                + " it can do",
                        advice.plan())
                : advice;
    }

    /**
     * Postpones a plan during the cool-down after a reverted change, and while code is compiled.
     */
    private Advice postponeIfTooEarly(Advice advice, boolean warm) {
        if (trial.isCoolingDown(nowNs())) {
            return new Advice(
                    Advice.Verdict.WAIT_FOR_COOL_DOWN,
                    "the last change was reverted because it did not bring the predicted gain",
                    advice.plan());
        }
        return warm
                ? advice
                : new Advice(
                        Advice.Verdict.WAIT_FOR_WINDOWS,
                        "throughput is still growing, as it does while code is being compiled",
                        advice.plan());
    }

    /** Returns the factor by which throughput can grow if the core with the most work limits it. */
    private static double predictedGrowth(Plan plan) {
        Score start = plan.startScore();
        return start == null ? 1 : (1 + start.violation()) / (1 + plan.score().violation());
    }

    /**
     * Evaluates the last change, which is a trial, and reverts it if it does not bring its gain.
     */
    private void evaluateTrial(List<TopologyRuntime> topologies) throws InterruptedException {
        CounterSnapshot now = counters.read(topologies);
        if (trial.judge(now) != MoveTrial.Verdict.REVERT) {
            return;
        }
        LOG.info(
                "placement: reverting the last change because it did not bring the predicted gain");
        Map<ExecutorId, Core> formerCores = new HashMap<>();
        Map<ExecutorId, Integer> present = now.cores();
        trial.coresBefore()
                .forEach(
                        (id, core) -> {
                            if (!core.equals(present.get(id))) {
                                formerCores.put(id, cores.get(core));
                            }
                        });
        move(formerCores, topologies);
        last = read(topologies);
    }

    private void move(Map<ExecutorId, Core> targets, List<TopologyRuntime> topologies)
            throws InterruptedException {
        Map<String, Map<ExecutorPlan, Core>> byTopology = new HashMap<>();
        targets.forEach(
                (id, core) ->
                        byTopology
                                .computeIfAbsent(id.topology(), t -> new HashMap<>())
                                .put(CounterReader.executorPlan(id), core));
        for (TopologyRuntime topology : topologies) {
            Map<ExecutorPlan, Core> moves = byTopology.getOrDefault(topology.plan().id(), Map.of());
            int moved = topology.move(moves, MOVE_LIMIT);
            if (moved < moves.size()) {
                LOG.info("{}: moved {} of {} executors", topology, moved, moves.size());
            }
        }
    }

    private List<CoreMetrics> coreMetrics() {
        return cores.stream().map(Core::metrics).toList();
    }
}
