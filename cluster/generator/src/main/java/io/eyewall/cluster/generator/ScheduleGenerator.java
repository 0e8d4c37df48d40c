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
 * Makes plans for one cluster: every period, and at once when a limit that the algorithm respects
 * is exceeded, when nodes or topologies have changed, or on request. After a change no plan is
 * adopted for the cool-down, except on request and for executors without a place. The generator has
 * no clock and no thread: one thread calls it and passes the time. Its results are {@link #plan}
 * and {@link #status}.
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
     * Time within which Nimbus should apply a plan. Until then the plan's places count as present,
     * afterwards those that Nimbus reports.
     */
    private static final long APPLY_LIMIT_MS = 60_000;

    /** Age from which the last view is too old to plan with. Nimbus sends one every few seconds. */
    static final long MAX_VIEW_AGE_MS = 120_000;

    /** A time before all others; halved, so that differences do not overflow. */
    private static final long LONG_AGO_MS = Long.MIN_VALUE / 2;

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
    private PlanEvaluator evaluator = new PlanEvaluator();
    private Growth growth = new Growth();
    private ClusterPlan plan;
    private long publishedMs;
    private @Nullable ClusterView view;
    private boolean planIsRestored; // whether the plan is from an earlier process
    private @Nullable Situation lastSituation;
    private long nextCheckMs;
    private long nextPeriodicMs;
    private long lastAdoptedMs = LONG_AGO_MS;

    /** The number of the plan that Nimbus has withdrawn last, by topology. */
    private final Map<String, Long> withdrawn = new HashMap<>();

    /** Withdrawn moves whose outcome has not been recorded yet. */
    private final List<ClusterView.Move> newlyWithdrawn = new ArrayList<>();

    /** Number of withdrawals since the last plan that was applied and measured. */
    private int withdrawalsInARow;

    /** The reason to evaluate at the next check; null if there is none. */
    private @Nullable String nextReason;

    /** The reason that the last plan could not be stored in the folder; null if it was stored. */
    private @Nullable String storeProblem;

    /** The result of {@link #currentProblem} in the last step. */
    private @Nullable String reportedProblem;

    private boolean hasNewView; // whether a view has arrived since the last step
    private long lastViewMs; // when the last view was noticed

    /** The message that views are missing; null while Nimbus sends views. */
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
        this.settings = folder.readSettings().orElse(GeneratorSettings.DEFAULTS);
        this.plan = folder.readPlan().orElse(ClusterPlan.NONE);
        this.planIsRestored = true;
        try {
            algorithms.choose(settings.algorithm(), settings.parameters());
        } catch (IllegalArgumentException e) {
            throw new IOException(
                    "the stored settings cannot be used: %s; name the folder of the algorithm's plug-in by --plugins, or move settings.json away"
                            .formatted(e.getMessage()),
                    e);
        }
        nextPeriodicMs = nowMs + settings.periodSec() * MS_PER_SEC;
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
        hasNewView = true;
        loads.inUse(
                now.topologies().stream().map(ClusterView.Topology::id).collect(Collectors.toSet()),
                now.nodes().stream().map(ClusterView.Node::id).collect(Collectors.toSet()));
        removeWithdrawn(now);
        if (planIsRestored) {
            // A plan of an earlier process is reduced to what is applied, so that it moves nothing.
            plan = PlanOnOffer.retainApplied(plan, now).withRebalances(List.of());
            planIsRestored = false;
        }
        ClusterPlan fitting = PlanOnOffer.retainFitting(plan, now);
        if (!fitting.equals(plan)) {
            LOG.info(
                    "plan {} is reduced to {}: the cluster has changed",
                    plan.number(),
                    PlanOnOffer.topologyIds(fitting));
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
            outcomes.endWithdrawn(move.plan(), nowMs, String.valueOf(move.withdrawn()));
        }
        newlyWithdrawn.clear();
        withdrawalsInARow++;
        lastAdoptedMs = nowMs;
        publishedMs = LONG_AGO_MS; // the places that Nimbus reports count again
    }

    /**
     * Describes a move that Nimbus has not completed yet; empty if all moves are applied or
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
    public void changeSettings(GeneratorSettings next) throws IOException {
        AlgorithmChoice trial = new AlgorithmChoice(algorithms.plugins());
        try {
            trial.choose(next.algorithm(), next.parameters());
        } finally {
            trial.close();
        }
        folder.write(next);
        algorithms.choose(next.algorithm(), next.parameters());
        settings = next;
        evaluator = new PlanEvaluator();
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
        updateSilence(nowMs);
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
        boolean silent = updateSilence(nowMs);
        recordWithdrawals(nowMs);
        String lastReported = reportedProblem;
        reportedProblem = currentProblem();
        boolean problemChanged = !Objects.equals(lastReported, reportedProblem);
        if (silent || now == null || (nowMs < nextCheckMs && nowMs < nextPeriodicMs)) {
            return problemChanged;
        }
        AlgorithmChoice.Chosen chosen = algorithms.chosen();
        Situation situation = readSituation(nowMs, now, chosen, reader);
        lastSituation = situation;
        if (outcomes.measure(nowMs, plan, now, situation, chosen)) {
            withdrawalsInARow = 0;
        }
        if (unfinishedMove(now).isPresent()) {
            nextCheckMs = nowMs + CHECK_PERIOD_MS;
            return problemChanged;
        }
        // Not earlier, so that a change during a move is evaluated after the move.
        Optional<String> change = changes.update(now, situation);
        PlanEvaluator.Urgency urgency = PlanEvaluator.Urgency.NONE;
        String why = null;
        boolean periodIsOver = nowMs >= nextPeriodicMs;
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
                                periodIsOver
                                        ? "period"
                                        : change.isPresent() ? change.get() : nextReason;
                    };
        }
        nextCheckMs = nowMs + CHECK_PERIOD_MS;
        if (why == null) {
            return problemChanged;
        }
        // A lasting overload must not postpone the periodic evaluation forever.
        if (periodIsOver || urgency != PlanEvaluator.Urgency.OVERLOAD) {
            nextPeriodicMs = nowMs + settings.periodSec() * MS_PER_SEC;
        }
        decisions.add(evaluate(nowMs, why, chooseJudge(urgency, periodIsOver), false));
        return true;
    }

    /** Returns the rule for adopting a plan that was not requested. */
    private PlanEvaluator.Judge chooseJudge(PlanEvaluator.Urgency urgency, boolean periodIsOver) {
        if (settings.adopt() != GeneratorSettings.Adopt.ALWAYS) {
            return PlanEvaluator.Judge.ADVISER;
        }
        return urgency == PlanEvaluator.Urgency.OVERLOAD && !periodIsOver
                ? PlanEvaluator.Judge.RELIEF
                : PlanEvaluator.Judge.DIFFERENCE;
    }

    /**
     * Updates and returns whether Nimbus has sent views, but none for {@link #MAX_VIEW_AGE_MS}. The
     * state of the cluster is unknown then, and no plan would be applied. The plan on offer stays.
     */
    private boolean updateSilence(long nowMs) {
        if (hasNewView) {
            hasNewView = false;
            lastViewMs = nowMs;
            if (silence != null) {
                LOG.info("Nimbus sends views again");
            }
            silence = null;
        } else if (view != null && silence == null && nowMs - lastViewMs > MAX_VIEW_AGE_MS) {
            silence =
                    "Nimbus has not been heard for %d s: there are no plans until it asks again"
                            .formatted((nowMs - lastViewMs) / MS_PER_SEC);
            LOG.warn("{}", silence);
        }
        return silence != null;
    }

    /** Publishes the rebalances that Nimbus is to make, and records a decision for each new one. */
    private void publishRebalances(
            long nowMs, List<ClusterPlan.Rebalance> rebalances, AlgorithmChoice.Chosen chosen) {
        for (ClusterPlan.Rebalance each : rebalances) {
            if (!plan.rebalances().contains(each)) {
                String what =
                        "'%s' of %s: %d executors, because one was hot"
                                .formatted(each.component(), each.topology(), each.executors());
                decisions.add(
                        Decision.withoutPlan(
                                nowMs,
                                "hot executors",
                                Decision.REBALANCE,
                                what,
                                chosen.description()));
            }
        }
        plan = plan.withRebalances(rebalances);
    }

    private Situation readSituation(
            long nowMs,
            ClusterView now,
            AlgorithmChoice.@Nullable Chosen chosen,
            SituationReader situationReader) {
        return situationReader.read(
                presentView(nowMs, now), loads, chosen == null ? 1 : chosen.knobs().theta());
    }

    /**
     * Returns the view with the places that count as present: a plan that was just adopted counts
     * as applied.
     */
    private ClusterView presentView(long nowMs, ClusterView now) {
        return nowMs - publishedMs < APPLY_LIMIT_MS ? PlanOnOffer.applyTo(now, plan) : now;
    }

    private Decision evaluate(
            long nowMs, String why, PlanEvaluator.Judge judge, boolean requested) {
        ClusterView now = view;
        AlgorithmChoice.Chosen chosen = algorithms.chosen();
        String silent = silence;
        Optional<String> unfinishedMove = now == null ? Optional.empty() : unfinishedMove(now);
        if (now == null || chosen == null || silent != null || unfinishedMove.isPresent()) {
            return Decision.withoutPlan(
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
        ClusterView present = presentView(nowMs, now);
        boolean dry = judge == PlanEvaluator.Judge.DRY_RUN;
        Situation situation = readSituation(nowMs, now, chosen, dry ? reader.copy() : reader);
        if (!dry) {
            nextReason = null;
            lastSituation = situation;
        }
        if (situation.isEmpty()) {
            String reason =
                    now.topologies().isEmpty()
                            ? "there are no topologies"
                            : "no topology can be planned: " + new TreeMap<>(situation.leftOut());
            return Decision.withoutPlan(nowMs, why, Decision.NOTHING, reason, chosen.description());
        }
        try {
            PlanEvaluator.Evaluation evaluation =
                    evaluator.evaluate(nowMs, why, situation, present, chosen, judge);
            return adopt(nowMs, evaluation, requested, present);
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
            LOG.error("{} failed; the plan on offer is unchanged", chosen.description(), e);
            return Decision.withoutPlan(
                    nowMs, why, Decision.FAILED, e.toString(), chosen.description());
        }
    }

    /** Publishes an evaluation's plan if it is adopted and no cool-down forbids it. */
    private Decision adopt(
            long nowMs,
            PlanEvaluator.Evaluation evaluation,
            boolean requested,
            ClusterView present) {
        if (evaluation.reevaluateSoon()) {
            nextReason = "confirms the last evaluation";
        }
        if (!evaluation.adopted()) {
            return evaluation.decision();
        }
        AlgorithmChoice.Chosen chosen = algorithms.chosen();
        double coolDownSec =
                chosen == null
                        ? 0
                        : chosen.knobs().coolDownSec()
                                * (1 << Math.min(withdrawalsInARow, MAX_DOUBLINGS));
        long sinceSec = (nowMs - lastAdoptedMs) / MS_PER_SEC;
        if (sinceSec < coolDownSec && !requested && !evaluation.movesUnplacedOnly()) {
            nextReason = "waits for the cool-down";
            evaluator.notMoved();
            return evaluation
                    .decision()
                    .waitingForCoolDown(
                            "the last change was %d s ago, cool-down is %.0f s"
                                    .formatted(sinceSec, coolDownSec));
        }
        publish(nowMs, evaluation.plan(), evaluation.decision().algorithm(), present);
        if (lastSituation != null) {
            outcomes.follow(plan.number(), nowMs, lastSituation);
        }
        return evaluation.decision().withNumber(plan.number());
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
            storeProblem = null;
        } catch (IOException | UncheckedIOException e) {
            storeProblem = "plan " + next.number() + " is on offer, but cannot be stored: " + e;
            LOG.error("{}", storeProblem);
        }
        plan = next;
        publishedMs = nowMs;
        lastAdoptedMs = nowMs;
    }

    /**
     * Returns everything that impairs the generator, joined by semicolons; null if nothing does.
     */
    private @Nullable String currentProblem() {
        String all =
                Stream.of(
                                Optional.ofNullable(storeProblem),
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
                        now != null && PlanOnOffer.retainApplied(offered, now).equals(offered)),
                now == null ? null : now.timeMs(),
                nextPeriodicMs,
                currentProblem(),
                now == null
                        ? List.of()
                        : ClusterStatus.nodes(
                                now, lastSituation, algorithms.chosen(), loads.nodeCores()),
                now == null ? List.of() : ClusterStatus.topologies(now, lastSituation),
                now == null ? List.of() : TrafficStatus.executors(now, measured, offered, theta()),
                now == null ? List.of() : TrafficStatus.flows(now, measured),
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
