package io.eyewall.cluster.generator;

import io.eyewall.placement.load.Snapshot;
import io.eyewall.placement.plan.Plan;
import io.eyewall.plugin.wire.ClusterPlan;
import io.eyewall.plugin.wire.ClusterView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes plans for one cluster: every period, and at once when a limit that the algorithm heeds is
 * exceeded, when nodes or topologies have changed, or on request. After a change no plan is adopted
 * for the cool-down, except on request and for executors without a place. The generator has no
 * clock and no thread: one thread calls it and passes the time. Its results are {@link #plan} and
 * {@link #status}.
 *
 * <p>While Nimbus applies a plan, the generator makes no other one. A plan that Nimbus has
 * withdrawn, because new workers were not ready, is not offered again; each withdrawal in a row
 * doubles the cool-down before the next plan.
 *
 * <p>An adopted plan stays on offer until another is adopted, as far as it fits the cluster. For a
 * minute after its adoption, its places count as the present ones even if Nimbus has not applied
 * them yet.
 */
public final class ScheduleGenerator implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ScheduleGenerator.class);

    /**
     * Period of the checks for overload and changes; as long as the period of the monitors' reports
     * (T-Storm: 20 s).
     */
    static final long CHECK_PERIOD_MS = 20_000;

    /**
     * Time within which Nimbus should apply a plan. After it, the places that Nimbus reports count
     * again.
     */
    private static final long PENDING_MS = 60_000;

    /** Age at which the last view is too old to plan with. Nimbus sends one every few seconds. */
    static final long SILENCE_MS = 120_000;

    private static final long MS_PER_SEC = 1000;

    /** Maximum number of doublings of the cool-down: about an hour with the default of 60 s. */
    private static final int MAX_DOUBLINGS = 6;

    private final LoadSource loads;
    private final GeneratorFolder folder;
    private final AlgorithmChoice algorithms;
    private final SituationReader reader = new SituationReader();
    private final ClusterChanges changes = new ClusterChanges();
    private final DecisionLog decisions = new DecisionLog();
    private final Outcomes outcomes = new Outcomes(decisions);

    private GeneratorSettings settings;
    private PlanEvaluator look = new PlanEvaluator();
    private Growth growth = new Growth();
    private ClusterPlan plan;
    private long plannedMs;
    private @Nullable ClusterView view;
    private boolean restored;
    private @Nullable Situation lastSituation;
    private long nextCheckMs;
    private long nextLookMs;
    private long lastAdoptedMs = Long.MIN_VALUE / 2;

    /** The number of the plan that Nimbus has last taken back for a topology. */
    private final Map<String, Long> withdrawn = new HashMap<>();

    /** Withdrawn moves whose outcome has not been recorded yet. */
    private final List<ClusterView.Move> newlyWithdrawn = new ArrayList<>();

    /** Number of withdrawals since the last plan that was applied and measured. */
    private int withdrawalsInARow;

    private @Nullable String nextReason;

    /** The reason that the last plan could not be stored in the folder; null if it was stored. */
    private @Nullable String problem;

    /** All problems, as of the last step. */
    private @Nullable String lastProblem;

    private boolean viewArrived; // a view has arrived since the last step
    private long lastViewMs;
    private @Nullable String silence;

    /**
     * Creates a generator that resumes from the settings and the plan in the folder.
     *
     * @param nowMs the time in milliseconds since 1970, as in all calls; never decreases
     * @param plugins folder of jars with further algorithms, or null
     * @throws IOException if the folder's files cannot be read or are damaged, or the stored
     *     settings cannot be used any more
     */
    public ScheduleGenerator(
            long nowMs, LoadSource loads, GeneratorFolder folder, @Nullable Path plugins)
            throws IOException {
        this.loads = loads;
        this.folder = folder;
        this.algorithms = new AlgorithmChoice(plugins);
        this.settings = folder.settings().orElse(GeneratorSettings.USUAL);
        this.plan = folder.plan().orElse(ClusterPlan.NONE);
        this.restored = true;
        try {
            algorithms.choose(settings.algorithm(), settings.parameters());
        } catch (IllegalArgumentException e) {
            throw new IOException(
                    "the stored settings cannot be used: %s; name the folder of the algorithm's plug-in by --plugins, or move settings.json away"
                            .formatted(e.getMessage()),
                    e);
        }
        nextLookMs = nowMs + settings.periodSec() * MS_PER_SEC;
        nextCheckMs = nowMs;
    }

    /** Returns the plan on offer; {@link ClusterPlan#NONE} if there is none. */
    public ClusterPlan plan() {
        return plan;
    }

    GeneratorSettings settings() {
        return settings;
    }

    /** Accepts a view of the cluster from Nimbus. */
    public void onView(ClusterView now) {
        view = now;
        viewArrived = true;
        loads.inUse(
                now.topologies().stream().map(ClusterView.Topology::id).collect(Collectors.toSet()),
                now.nodes().stream().map(ClusterView.Node::id).collect(Collectors.toSet()));
        removeWithdrawn(now);
        if (restored) {
            // A plan of an earlier process is applied or out of date: it moves nothing.
            plan = PlanOnOffer.inEffect(plan, now).withRebalances(List.of());
            restored = false;
        }
        ClusterPlan fitting = PlanOnOffer.fitting(plan, now);
        if (!fitting.equals(plan)) {
            LOG.info(
                    "plan {} is reduced to {}: the cluster has changed",
                    plan.number(),
                    PlanOnOffer.ids(fitting));
            plan = fitting;
        }
    }

    /** Removes topologies from the plan whose moves Nimbus has withdrawn. */
    private void removeWithdrawn(ClusterView now) {
        withdrawn.keySet().retainAll(now.moves().stream().map(ClusterView.Move::topology).toList());
        for (ClusterView.Move move : now.moves()) {
            Long known = withdrawn.get(move.topology());
            if (move.withdrawn() == null || (known != null && known == move.plan())) {
                continue;
            }
            withdrawn.put(move.topology(), move.plan());
            newlyWithdrawn.add(move);
            plan =
                    plan.withTopologies(
                            plan.topologies().stream()
                                    .filter(each -> !each.id().equals(move.topology()))
                                    .toList());
            LOG.warn(
                    "plan {} was withdrawn by Nimbus for {}: {}",
                    move.plan(),
                    move.topology(),
                    move.withdrawn());
        }
    }

    /**
     * Records the outcomes of withdrawn plans, and restarts the cool-down, which grows with each
     * withdrawal.
     */
    private void recordWithdrawals(long nowMs) {
        if (newlyWithdrawn.isEmpty()) {
            return;
        }
        for (ClusterView.Move move : newlyWithdrawn) {
            outcomes.withdrawn(move.plan(), nowMs, String.valueOf(move.withdrawn()));
        }
        newlyWithdrawn.clear();
        withdrawalsInARow++;
        lastAdoptedMs = nowMs;
        plannedMs = Long.MIN_VALUE / 2; // the places that Nimbus reports count again
    }

    /**
     * Returns a description of a move that Nimbus has not finished yet; empty if all are applied or
     * withdrawn.
     */
    private static Optional<String> unfinishedMove(ClusterView now) {
        return now.moves().stream()
                .filter(move -> move.withdrawn() == null)
                .map(
                        move ->
                                "plan %d is being applied for %s"
                                        .formatted(move.plan(), move.topology()))
                .findFirst();
    }

    /**
     * Changes the settings from the next evaluation on, and stores them.
     *
     * @throws IllegalArgumentException if there is no such algorithm or parameter, or a value is
     *     out of range; the settings are unchanged then
     * @throws IOException if the settings cannot be stored; they are unchanged then
     */
    public void use(GeneratorSettings next) throws IOException {
        AlgorithmChoice trial = new AlgorithmChoice(algorithms.plugins());
        try {
            trial.choose(next.algorithm(), next.parameters());
        } finally {
            trial.close();
        }
        folder.write(next);
        algorithms.choose(next.algorithm(), next.parameters());
        settings = next;
        look = new PlanEvaluator();
        growth = new Growth();
        nextReason = null;
        if (algorithms.chosen() == null) {
            plan = plan.withTopologies(List.of()).withRebalances(List.of());
        }
        LOG.info("plans are now made by {} {}", next.algorithm(), next.parameters());
    }

    /**
     * Evaluates the cluster now, on request.
     *
     * @param dry whether the plan is only returned and nothing else changes; otherwise it is
     *     adopted if it differs from the present placement
     */
    public Decision evaluateNow(long nowMs, boolean dry) {
        isSilent(nowMs);
        String why = dry ? "dry run requested" : "plan requested";
        Decision decision =
                evaluate(
                        nowMs,
                        why,
                        dry ? PlanEvaluator.Judge.DRY_RUN : PlanEvaluator.Judge.DIFFERENCE,
                        true);
        if (!dry) {
            decisions.add(decision);
        }
        return decision;
    }

    /**
     * Performs the checks and the evaluation that are due.
     *
     * @return whether {@link #status} has changed
     */
    public boolean step(long nowMs) {
        ClusterView now = view;
        boolean silent = isSilent(nowMs);
        recordWithdrawals(nowMs);
        String known = lastProblem;
        lastProblem = problem();
        boolean problemChanged = !Objects.equals(known, lastProblem);
        if (silent || now == null || (nowMs < nextCheckMs && nowMs < nextLookMs)) {
            return problemChanged;
        }
        AlgorithmChoice.Chosen chosen = algorithms.chosen();
        Situation situation = situation(nowMs, now, chosen, reader);
        lastSituation = situation;
        if (outcomes.measure(nowMs, plan, now, situation, chosen)) {
            withdrawalsInARow = 0;
        }
        if (unfinishedMove(now).isPresent()) {
            nextCheckMs = nowMs + CHECK_PERIOD_MS;
            return problemChanged;
        }
        // Not before: a change during a move is evaluated after it.
        Optional<String> change = changes.update(now, situation);
        PlanEvaluator.Urgency urgency = PlanEvaluator.Urgency.NONE;
        String why = null;
        boolean isDue = nowMs >= nextLookMs;
        if (chosen != null) {
            publishRebalances(
                    nowMs, growth.evaluate(situation, now, chosen.knobs().theta()), chosen);
            if (!situation.isEmpty()) {
                urgency = PlanEvaluator.urgency(situation, chosen);
            }
            why =
                    switch (urgency) {
                        case OVERLOAD -> "overload";
                        case UNPLACED -> "executors without a place";
                        case NONE ->
                                isDue ? "period" : change.isPresent() ? change.get() : nextReason;
                    };
        }
        nextCheckMs = nowMs + CHECK_PERIOD_MS;
        if (why == null) {
            return problemChanged;
        }
        // A lasting overload must not postpone the periodic evaluation forever.
        if (isDue || urgency != PlanEvaluator.Urgency.OVERLOAD) {
            nextLookMs = nowMs + settings.periodSec() * MS_PER_SEC;
        }
        decisions.add(evaluate(nowMs, why, judge(urgency, isDue), false));
        return true;
    }

    /** Returns the rule for adopting a plan that was not requested. */
    private PlanEvaluator.Judge judge(PlanEvaluator.Urgency urgency, boolean isDue) {
        if (settings.adopt() != GeneratorSettings.Adopt.ALWAYS) {
            return PlanEvaluator.Judge.ADVISER;
        }
        return urgency == PlanEvaluator.Urgency.OVERLOAD && !isDue
                ? PlanEvaluator.Judge.RELIEF
                : PlanEvaluator.Judge.DIFFERENCE;
    }

    /**
     * Returns whether Nimbus has sent views, but none for {@link #SILENCE_MS}: the state of the
     * cluster is unknown, and no plan would be applied. The plan on offer stays.
     */
    private boolean isSilent(long nowMs) {
        if (viewArrived) {
            viewArrived = false;
            lastViewMs = nowMs;
            if (silence != null) {
                LOG.info("Nimbus sends views again");
            }
            silence = null;
        } else if (view != null && silence == null && nowMs - lastViewMs > SILENCE_MS) {
            silence =
                    "Nimbus has not been heard for %d s: there are no plans until it asks again"
                            .formatted((nowMs - lastViewMs) / MS_PER_SEC);
            LOG.warn("{}", silence);
        }
        return silence != null;
    }

    /** Publishes the rebalances that Nimbus is to make, and records a decision for each new one. */
    private void publishRebalances(
            long nowMs, List<ClusterPlan.Rebalance> wanted, AlgorithmChoice.Chosen chosen) {
        for (ClusterPlan.Rebalance each : wanted) {
            if (!plan.rebalances().contains(each)) {
                String what =
                        "'%s' of %s: %d executors, because one was hot"
                                .formatted(each.component(), each.topology(), each.executors());
                decisions.add(
                        Decision.none(
                                nowMs, "hot executors", Decision.REBALANCE, what, chosen.text()));
            }
        }
        plan = plan.withRebalances(wanted);
    }

    private Situation situation(
            long nowMs,
            ClusterView now,
            AlgorithmChoice.@Nullable Chosen chosen,
            SituationReader from) {
        return from.read(present(nowMs, now), loads, chosen == null ? 1 : chosen.knobs().theta());
    }

    /**
     * Returns the view with the places that count as present: a plan that was just adopted counts
     * as applied.
     */
    private ClusterView present(long nowMs, ClusterView now) {
        return nowMs - plannedMs < PENDING_MS ? PlanOnOffer.after(plan, now) : now;
    }

    private Decision evaluate(long nowMs, String why, PlanEvaluator.Judge judge, boolean asked) {
        ClusterView now = view;
        AlgorithmChoice.Chosen chosen = algorithms.chosen();
        String silent = silence;
        Optional<String> unfinishedMove = now == null ? Optional.empty() : unfinishedMove(now);
        if (now == null || chosen == null || silent != null || unfinishedMove.isPresent()) {
            return Decision.none(
                    nowMs,
                    why,
                    Decision.NOTHING,
                    silent != null
                            ? silent
                            : now == null
                                    ? "Nimbus has not been heard yet"
                                    : chosen == null ? "plans are off" : unfinishedMove.orElse(""),
                    settings.algorithm());
        }
        ClusterView present = present(nowMs, now);
        boolean dry = judge == PlanEvaluator.Judge.DRY_RUN;
        Situation situation = situation(nowMs, now, chosen, dry ? reader.copy() : reader);
        if (!dry) {
            nextReason = null;
            lastSituation = situation;
        }
        if (situation.isEmpty()) {
            String reason =
                    now.topologies().isEmpty()
                            ? "there are no topologies"
                            : "no topology can be planned: " + new TreeMap<>(situation.leftOut());
            return Decision.none(nowMs, why, Decision.NOTHING, reason, chosen.text());
        }
        try {
            PlanEvaluator.Answer answer =
                    look.evaluate(nowMs, why, situation, present, chosen, judge);
            return adopt(nowMs, answer, asked, present);
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
            LOG.error("{} failed; the plan on offer is unchanged", chosen.text(), e);
            return Decision.none(nowMs, why, Decision.FAILED, e.toString(), chosen.text());
        }
    }

    private Decision adopt(
            long nowMs, PlanEvaluator.Answer answer, boolean asked, ClusterView present) {
        if (answer.reevaluateSoon()) {
            nextReason = "confirms the last evaluation";
        }
        if (!answer.adopted()) {
            return answer.decision();
        }
        AlgorithmChoice.Chosen chosen = algorithms.chosen();
        double coolDownSec =
                chosen == null
                        ? 0
                        : chosen.knobs().coolDownSec()
                                * (1 << Math.min(withdrawalsInARow, MAX_DOUBLINGS));
        long sinceSec = (nowMs - lastAdoptedMs) / MS_PER_SEC;
        if (sinceSec < coolDownSec && !asked && !answer.movesUnplacedOnly()) {
            nextReason = "waits for the cool-down";
            look.notMoved();
            return answer.decision()
                    .waiting(
                            "the last change was %d s ago, cool-down is %.0f s"
                                    .formatted(sinceSec, coolDownSec));
        }
        publish(nowMs, answer.plan(), answer.decision().algorithm(), present);
        if (lastSituation != null) {
            outcomes.adopted(plan.number(), nowMs, lastSituation);
        }
        return answer.decision().withNumber(plan.number());
    }

    private void publish(long nowMs, Plan found, String algorithm, ClusterView present) {
        ClusterPlan next =
                new ClusterPlan(
                        plan.number() + 1,
                        nowMs,
                        algorithm,
                        new SlotChoice(present).choose(found.assignment()),
                        plan.rebalances());
        try {
            folder.write(next);
            problem = null;
        } catch (IOException | UncheckedIOException e) {
            problem = "plan " + next.number() + " is on offer, but cannot be stored: " + e;
            LOG.error("{}", problem);
        }
        plan = next;
        plannedMs = nowMs;
        lastAdoptedMs = nowMs;
    }

    /**
     * Returns everything that impairs the generator, joined by semicolons; null if nothing does.
     */
    private @Nullable String problem() {
        String all =
                Stream.of(
                                Optional.ofNullable(problem),
                                Optional.ofNullable(silence),
                                loads.problem())
                        .flatMap(Optional::stream)
                        .collect(Collectors.joining("; "));
        return all.isEmpty() ? null : all;
    }

    /** Returns the generator's status, as clients see it. */
    public ScheduleStatus status() {
        ClusterView now = view;
        ClusterPlan offered = plan;
        Snapshot measured =
                loads.snapshot(
                        now == null
                                ? List.of()
                                : now.topologies().stream().map(ClusterView.Topology::id).toList());
        return new ScheduleStatus(
                settings,
                theta(),
                new ScheduleStatus.PlanInfo(
                        offered.number(),
                        offered.madeMs(),
                        offered.algorithm(),
                        offered.topologies().size(),
                        now != null && PlanOnOffer.inEffect(offered, now).equals(offered)),
                now == null ? null : now.timeMs(),
                nextLookMs,
                problem(),
                now == null
                        ? List.of()
                        : SeenCluster.nodes(
                                now, lastSituation, algorithms.chosen(), loads.nodeCores()),
                now == null ? List.of() : SeenCluster.topologies(now, lastSituation),
                now == null ? List.of() : SeenTraffic.executors(now, measured, offered, theta()),
                now == null ? List.of() : SeenTraffic.flows(now, measured),
                decisions.latestFirst());
    }

    /** Returns the limit in use; the default while plans are off. */
    private double theta() {
        AlgorithmChoice.Chosen chosen = algorithms.chosen();
        return chosen == null ? Knobs.DEFAULT_THETA : chosen.knobs().theta();
    }

    /** Returns the folder of jars with further algorithms; null for none. */
    @Nullable Path plugins() {
        return algorithms.plugins();
    }

    /** Closes the plug-ins. */
    @Override
    public void close() {
        algorithms.close();
    }
}
