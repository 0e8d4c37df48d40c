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
 * Places the executors of all topologies of an engine by what they use and send, while they run.
 * One thread calls {@link #look}, and asks; how it is done may be changed by any.
 */
public final class LivePlacement {
    private static final Logger LOG = LoggerFactory.getLogger(LivePlacement.class);
    private static final Duration MOVE_LIMIT = Duration.ofMillis(500);

    /** A plan takes some milliseconds of processor time: much of what an idle engine takes. */
    private static final int PERIODS_WHILE_IDLE = 12;

    private static final double ALMOST_IDLE = 0.05;

    private final List<Core> cores;
    private final CostTree tree;
    private final CounterReader counters;
    private final CurrentAlgorithm choices;
    private final PinnedExecutors held;
    private final Map<String, Core> byPlace = new HashMap<>();
    private volatile long periodNs;
    private CoreAdviser adviser;
    private @Nullable Moment last;
    private final BurstDetector bursts = new BurstDetector();
    private final WakeUpCost wakeUps = new WakeUpCost();
    private final MoveTrial trial = new MoveTrial();
    private final WarmUp warmUp = new WarmUp();
    private boolean settled;

    /** The last look found so with as little load; a burst that has gone leaves other places. */
    private boolean settledWhileIdle;

    private long plannedNs;

    /** What was counted so far. */
    private record Moment(CounterSnapshot reading, List<CoreMetrics> cores) {

        List<CoreMetrics> coresSince(Moment before) {
            return cores.stream().map(core -> core.since(before.cores.get(core.core()))).toList();
        }
    }

    /**
     * @param tree of the cores, from {@link CoreTree}
     * @param plugins folder of jars with further algorithms, or null
     * @param algorithm one of {@link CurrentAlgorithm#names}
     * @param period how much time one look is about
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
        this.held = new PinnedExecutors(cores);
        cores.forEach(core -> byPlace.put(CoreAdviser.place(core.index()), core));
        this.adviser = new CoreAdviser(tree);
        this.choices = new CurrentAlgorithm(plugins);
        choices.choose(algorithm, Map.of());
        this.periodNs = period.toNanos();
    }

    /** As the method below, with the defaults of all parameters. */
    public void use(String algorithm) {
        use(algorithm, Map.of());
    }

    /**
     * Finds places in another way from the next look on. Plug-ins are read anew for it.
     *
     * @param algorithm one of {@link CurrentAlgorithm#names}
     * @param parameters of the algorithm, by name, as far as they are not to have their defaults
     * @throws IllegalArgumentException if there is no such algorithm or parameter, or a value is
     *     out of range; all stays as it was then
     * @throws java.io.UncheckedIOException if the plug-ins can't be read
     */
    public void use(String algorithm, Map<String, Double> parameters) {
        choices.choose(algorithm, parameters);
    }

    /**
     * Has the executor of a task run on a core, from the next second on, and stay there, whatever a
     * plan says, until it is let go, or replaced as the number of its component's executors
     * changes.
     *
     * @param core its index; -1 lets the executor go, which stays where it is for now
     * @return the executor, once it is there; or an {@link IllegalArgumentException} if there is no
     *     such task, an {@link IllegalStateException} if it did not move
     * @throws IllegalArgumentException if there is no such core
     */
    public CompletableFuture<ExecutorPlan> hold(String topologyId, int task, int core) {
        return held.hold(topologyId, task, core);
    }

    /** Changes how much time one look is about. */
    public void setPeriod(Duration period) {
        periodNs = period.toNanos();
    }

    /**
     * Looks at load and traffic, if a period has passed since the last time, if a core has become
     * full while another is idle, or if cores are woken often for little, and moves executors if
     * that is worth it. To be called a few times per second. Where user code does not come to rest
     * they stay, and a later plan tries again. Where less gets through than before, they go back.
     *
     * @throws InterruptedException if the caller is interrupted while executors move
     */
    public void look(List<TopologyRuntime> topologies) throws InterruptedException {
        if (held.doWishes(topologies, MOVE_LIMIT)) {
            onExecutorsChanged();
        }
        if (trial.isRunning()) {
            judge(topologies);
        }
        CurrentAlgorithm.Choice now = choices.next();
        Moment before = last;
        if (now == null) {
            if (before != null) {
                adviser = new CoreAdviser(tree);
                last = null;
                settled = false;
                settledWhileIdle = false;
            }
            return;
        }
        List<CoreMetrics> counted = coreMetrics();
        boolean isUrgent = bursts.isUrgent(nowNs(), counted);
        isUrgent |= wakeUps.areForLittle(nowNs(), counted);
        boolean isDue = before == null || isDue(before);
        if (!isUrgent && !isDue) {
            return;
        }
        Moment moment = read(topologies);
        last = moment;
        if (before == null || canWait(before, moment)) {
            return;
        }
        plannedNs = moment.reading().nowNs();
        Optional<LoadWindow> window = measure(before.reading(), moment.reading());
        if (window.isPresent()) {
            boolean warm = warmUp.isOver(before.reading(), moment.reading()) || isDue;
            look(now, window.get().snapshot(), moment, before, warm, topologies);
        }
    }

    private boolean isDue(Moment before) {
        return nowNs() - before.reading().nowNs() >= periodNs;
    }

    /**
     * Whether a plan can wait: all were well placed when they had next to no work, and still have
     * none.
     */
    private boolean canWait(Moment before, Moment now) {
        long passedNs = now.reading().nowNs() - before.reading().nowNs();
        return settledWhileIdle
                && isIdle(now.coresSince(before), passedNs)
                && now.reading().nowNs() - plannedNs < PERIODS_WHILE_IDLE * periodNs;
    }

    private static boolean isIdle(List<CoreMetrics> inWindow, long passedNs) {
        return inWindow.stream().allMatch(core -> core.busyNs() < ALMOST_IDLE * passedNs);
    }

    /**
     * Whether executors are where they are to stay as far as is known: nobody moves them, or they
     * are well placed.
     */
    boolean isSettled() {
        return isOff() || settled;
    }

    /** Whether nobody is moved: it was chosen so, or an algorithm threw. Any thread. */
    public boolean isOff() {
        return choices.isOff();
    }

    /** Executors have come or gone, so that all is to be measured anew. */
    void onExecutorsChanged() {
        settled = false;
        settledWhileIdle = false;
        last = null;
        trial.giveUp();
    }

    /** As {@link LoadMeter#measure}, by the prices that are planned with. */
    Optional<LoadWindow> measure(CounterSnapshot before, CounterSnapshot now) {
        return LoadMeter.measure(tree, before, now);
    }

    /** As {@link CoreAdviser#problem}. */
    Problem problem(
            Snapshot snapshot, Map<ExecutorId, Set<String>> bound, Map<ExecutorId, String> places) {
        return adviser.problem(snapshot, bound, places);
    }

    private Moment read(List<TopologyRuntime> topologies) {
        return new Moment(counters.read(topologies), coreMetrics());
    }

    private void look(
            CurrentAlgorithm.Choice now,
            Snapshot window,
            Moment moment,
            Moment before,
            boolean warm,
            List<TopologyRuntime> topologies)
            throws InterruptedException {
        List<CoreMetrics> inWindow = moment.coresSince(before);
        long passedNs = moment.reading().nowNs() - before.reading().nowNs();
        Advice advice;
        try {
            advice =
                    adviser.advise(
                            now.algorithm(),
                            now.parameters(),
                            Duration.ofNanos(periodNs),
                            window,
                            WakeUpCost.priceOfACoreNs(inWindow, passedNs),
                            held.bind(moment.reading()));
        } catch (RuntimeException e) {
            LOG.error("placement: {} threw; nobody is moved any more", now.algorithm().name(), e);
            choices.giveUp(now);
            return;
        }
        if (advice.verdict().isAdopted()) {
            advice = unlessTooEarly(advice, warm);
        }
        PlacementReport.Look look =
                new PlacementReport.Look(
                        cores.get(0).clock().currentTimeMillis(),
                        window,
                        inWindow,
                        moment.reading().places(),
                        advice);
        topologies.forEach(topology -> topology.onLook(look));
        settled = advice.verdict() == Advice.Verdict.KEEP;
        settledWhileIdle = settled && isIdle(inWindow, passedNs);
        if (advice.verdict().isAdopted()) {
            LOG.info("placement: {}\n{}", advice.reason(), advice.plan().explain());
            Map<ExecutorId, Core> to = new HashMap<>();
            for (Plan.Move move : advice.plan().moves()) {
                to.put(move.executor(), byPlace.get(move.to()));
            }
            if (cores.get(0).clock().isReal()) { // else cores take turns, and are no faster apart
                trial.begin(before.reading(), moment.reading(), growth(advice.plan()));
            }
            move(to, topologies);
            bursts.onMoved();
            last = read(topologies);
        }
    }

    private long nowNs() {
        return cores.get(0).clock().nanoTime();
    }

    /** Nobody moves soon after a change that was taken back, nor while code is being compiled. */
    private Advice unlessTooEarly(Advice advice, boolean warm) {
        if (trial.rests(nowNs())) {
            return new Advice(
                    Advice.Verdict.WAIT_FOR_COOL_DOWN,
                    "the last change was taken back, since it did not bring what it was made for",
                    advice.plan());
        }
        return warm
                ? advice
                : new Advice(
                        Advice.Verdict.WAIT_FOR_WINDOWS,
                        "more gets through from one window to the next, as while code is compiled",
                        advice.plan());
    }

    /** How much more can get through if what bounds it is the core with the most to do. */
    private static double growth(Plan plan) {
        Score now = plan.startScore();
        return now == null ? 1 : (1 + now.violation()) / (1 + plan.score().violation());
    }

    /** The last change is a trial: takes it back if it does not bring what it was made for. */
    private void judge(List<TopologyRuntime> topologies) throws InterruptedException {
        CounterSnapshot now = counters.read(topologies);
        if (trial.look(now) != MoveTrial.Verdict.TAKE_BACK) {
            return;
        }
        LOG.info(
                "placement: the last change did not bring what it was made for, and is taken back");
        Map<ExecutorId, Core> back = new HashMap<>();
        Map<ExecutorId, Integer> present = now.cores();
        trial.places()
                .forEach(
                        (id, core) -> {
                            if (!core.equals(present.get(id))) {
                                back.put(id, cores.get(core));
                            }
                        });
        move(back, topologies);
        last = read(topologies);
    }

    private void move(Map<ExecutorId, Core> to, List<TopologyRuntime> topologies)
            throws InterruptedException {
        Map<String, Map<ExecutorPlan, Core>> byTopology = new HashMap<>();
        to.forEach(
                (id, core) ->
                        byTopology
                                .computeIfAbsent(id.topology(), t -> new HashMap<>())
                                .put(CounterReader.plan(id), core));
        for (TopologyRuntime topology : topologies) {
            Map<ExecutorPlan, Core> places =
                    byTopology.getOrDefault(topology.plan().id(), Map.of());
            int moved = topology.move(places, MOVE_LIMIT);
            if (moved < places.size()) {
                LOG.info("{}: {} of {} executors moved", topology, moved, places.size());
            }
        }
    }

    private List<CoreMetrics> coreMetrics() {
        return cores.stream().map(Core::metrics).toList();
    }
}
