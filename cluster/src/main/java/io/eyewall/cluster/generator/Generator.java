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
 * exceeded, nodes or topologies have come or gone, or somebody asks. After a change it rests for
 * the cool-down, but for who asks and for executors without a place. Has no clock and no thread:
 * one thread calls it, with the time. What it says is {@link #plan} and {@link #status}.
 *
 * <p>While Nimbus does a plan there is no other one. One that it has taken back, since new workers
 * were not ready, is not offered again; the next waits for a cool-down twice as long each time.
 *
 * <p>A plan that has been adopted stays on offer until a better one is, as far as it fits the
 * cluster. While it has not been done yet, what it says counts as present, for a while.
 */
public final class Generator implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Generator.class);

    /** As often as monitors report (T-Storm: 20 s). */
    static final long WATCH_MS = 20_000;

    /** In which Nimbus should have done a plan; then what it says it sees counts. */
    private static final long PENDING_MS = 60_000;

    /** Nimbus asks every few seconds; what it has said is no picture of the cluster after this. */
    static final long SILENCE_MS = 120_000;

    private static final long MS_PER_SEC = 1000;

    /** Of the cool-down: up to about an hour. */
    private static final int MOST_DOUBLINGS = 6;

    private final LoadSource loads;
    private final GeneratorFolder folder;
    private final AlgorithmChoice algorithms;
    private final SituationReader reader = new SituationReader();
    private final ClusterChanges changes = new ClusterChanges();
    private final DecisionLog decisions = new DecisionLog();
    private final Outcomes outcomes = new Outcomes(decisions);

    private GeneratorSettings settings;
    private Look look = new Look();
    private Growth growth = new Growth();
    private ClusterPlan plan;
    private long plannedMs;
    private @Nullable ClusterView view;
    private boolean restored;
    private @Nullable Situation last;
    private long nextWatchMs;
    private long nextLookMs;
    private long lastAdoptedMs = Long.MIN_VALUE / 2;

    /** The number of the plan that Nimbus has last taken back for a topology. */
    private final Map<String, Long> withdrawn = new HashMap<>();

    /** Of these nobody has been told yet. */
    private final List<ClusterView.Move> newlyWithdrawn = new ArrayList<>();

    /** Plans running that were taken back. */
    private int withdrawals;

    private @Nullable String confirming;
    private @Nullable String problem; // with the folder

    /** All problems, as of the last step. */
    private @Nullable String lastProblem;

    private boolean heard; // since the last step
    private long heardMs;
    private @Nullable String silence;

    /**
     * Goes on where the last one has ended.
     *
     * @param nowMs in milliseconds since 1970, as in all calls; goes forward
     * @param plugins folder of jars with further algorithms, or null
     * @throws IOException if the folder can't be read, or holds something else, or what was set
     *     can't be used any more
     */
    public Generator(long nowMs, LoadSource loads, GeneratorFolder folder, @Nullable Path plugins)
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
                    "what was set last can't be used: %s; name the folder of its plug-in by --plugins, or move settings.json away"
                            .formatted(e.getMessage()),
                    e);
        }
        nextLookMs = nowMs + settings.periodSec() * MS_PER_SEC;
        nextWatchMs = nowMs;
    }

    /** The plan on offer; {@link ClusterPlan#NONE} if there is none. */
    public ClusterPlan plan() {
        return plan;
    }

    /** How plans are found. */
    GeneratorSettings settings() {
        return settings;
    }

    /** Nimbus says how the cluster is. */
    public void onView(ClusterView now) {
        view = now;
        heard = true;
        loads.inUse(
                now.topologies().stream().map(ClusterView.Topology::id).collect(Collectors.toSet()),
                now.nodes().stream().map(ClusterView.Node::id).collect(Collectors.toSet()));
        takeBack(now);
        if (restored) {
            // A plan of an earlier process is applied or out of date: it moves nothing.
            plan = PlanOnOffer.inEffect(plan, now).withRebalances(List.of());
            restored = false;
        }
        ClusterPlan fitting = PlanOnOffer.fitting(plan, now);
        if (!fitting.equals(plan)) {
            LOG.info(
                    "plan {} is now for {}: the cluster has changed",
                    plan.number(),
                    PlanOnOffer.ids(fitting));
            plan = fitting;
        }
    }

    /** Withdraws a plan that Nimbus could not apply. */
    private void takeBack(ClusterView now) {
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

    /** Makes known what was taken back; the next plan waits longer each time. */
    private void tellOfWithdrawals(long nowMs) {
        if (newlyWithdrawn.isEmpty()) {
            return;
        }
        for (ClusterView.Move move : newlyWithdrawn) {
            outcomes.withdrawn(move.plan(), nowMs, String.valueOf(move.withdrawn()));
        }
        newlyWithdrawn.clear();
        withdrawals++;
        lastAdoptedMs = nowMs;
        plannedMs = Long.MIN_VALUE / 2; // what Nimbus sees counts
    }

    /** Returns what Nimbus has not applied yet; empty if everything is applied, or withdrawn. */
    private static Optional<String> underWay(ClusterView now) {
        return now.moves().stream()
                .filter(move -> move.withdrawn() == null)
                .map(move -> "plan %d is being done for %s".formatted(move.plan(), move.topology()))
                .findFirst();
    }

    /**
     * Finds plans in another way from the next look on, also after a restart.
     *
     * @throws IllegalArgumentException if there is no such algorithm or parameter, or a value is
     *     out of range; all stays as it was then
     * @throws IOException if it can't be kept; all stays as it was then
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
        look = new Look();
        growth = new Growth();
        confirming = null;
        if (algorithms.chosen() == null) {
            plan = plan.withTopologies(List.of()).withRebalances(List.of());
        }
        LOG.info("plans are found by {} {}", next.algorithm(), next.parameters());
    }

    /**
     * Looks now, because somebody wants it.
     *
     * @param dry whether the plan is only to be shown; else it is adopted if it differs from what
     *     is
     */
    public Decision lookNow(long nowMs, boolean dry) {
        isSilent(nowMs);
        String why = dry ? "asked what would be" : "asked to";
        Decision decision = look(nowMs, why, dry ? Look.Judge.NOBODY : Look.Judge.DIFFERENCE, true);
        if (!dry) {
            decisions.keep(decision);
        }
        return decision;
    }

    /**
     * Does what is due.
     *
     * @return whether there is news for {@link #status}
     */
    public boolean step(long nowMs) {
        ClusterView now = view;
        boolean silent = isSilent(nowMs);
        tellOfWithdrawals(nowMs);
        String known = lastProblem;
        lastProblem = problem();
        boolean told = !Objects.equals(known, lastProblem);
        if (silent || now == null || (nowMs < nextWatchMs && nowMs < nextLookMs)) {
            return told;
        }
        AlgorithmChoice.Chosen chosen = algorithms.chosen();
        Situation situation = situation(nowMs, now, chosen);
        Optional<String> change = changes.seen(now, situation);
        if (outcomes.look(nowMs, plan, now, situation, chosen)) {
            withdrawals = 0;
        }
        if (underWay(now).isPresent()) {
            nextWatchMs = nowMs + WATCH_MS;
            return told;
        }
        Look.Urgency urgency = Look.Urgency.NONE;
        String why = null;
        boolean isDue = nowMs >= nextLookMs;
        if (chosen != null) {
            grow(nowMs, growth.see(situation, now, chosen.knobs().theta()), chosen);
            if (!situation.isEmpty()) {
                urgency = Look.urgency(situation, chosen);
            }
            why =
                    switch (urgency) {
                        case OVERLOAD -> "overload";
                        case HOMELESS -> "executors without a place";
                        case NONE ->
                                isDue ? "period" : change.isPresent() ? change.get() : confirming;
                    };
        }
        nextWatchMs = nowMs + WATCH_MS;
        if (why == null) {
            return told;
        }
        // An overload that stays must not put off the period for ever.
        if (isDue || urgency != Look.Urgency.OVERLOAD) {
            nextLookMs = nowMs + settings.periodSec() * MS_PER_SEC;
        }
        decisions.keep(look(nowMs, why, judge(urgency, isDue), false));
        return true;
    }

    /** How a plan is judged that nobody has asked for. */
    private Look.Judge judge(Look.Urgency urgency, boolean isDue) {
        if (settings.adopt() != GeneratorSettings.Adopt.ALWAYS) {
            return Look.Judge.ADVISER;
        }
        return urgency == Look.Urgency.OVERLOAD && !isDue
                ? Look.Judge.RELIEF
                : Look.Judge.DIFFERENCE;
    }

    /**
     * Whether Nimbus has been heard, but for long not any more: nobody knows how the cluster is,
     * and nobody would do a plan. What is on offer stays.
     */
    private boolean isSilent(long nowMs) {
        if (heard) {
            heard = false;
            heardMs = nowMs;
            if (silence != null) {
                LOG.info("Nimbus is heard again");
            }
            silence = null;
        } else if (view != null && silence == null && nowMs - heardMs > SILENCE_MS) {
            silence =
                    "Nimbus has not been heard for %d s: there are no plans until it asks again"
                            .formatted((nowMs - heardMs) / MS_PER_SEC);
            LOG.warn("{}", silence);
        }
        return silence != null;
    }

    /** Has Nimbus do rebalances; those that are new are decisions. */
    private void grow(
            long nowMs, List<ClusterPlan.Rebalance> wanted, AlgorithmChoice.Chosen chosen) {
        for (ClusterPlan.Rebalance each : wanted) {
            if (!plan.rebalances().contains(each)) {
                String what =
                        "'%s' of %s: %d executors, for one was hot"
                                .formatted(each.component(), each.topology(), each.executors());
                decisions.keep(
                        Decision.none(
                                nowMs, "hot executors", Decision.REBALANCE, what, chosen.text()));
            }
        }
        plan = plan.withRebalances(wanted);
    }

    private Situation situation(
            long nowMs, ClusterView now, AlgorithmChoice.@Nullable Chosen chosen) {
        Situation situation =
                reader.read(
                        present(nowMs, now), loads, chosen == null ? 1 : chosen.knobs().theta());
        last = situation;
        return situation;
    }

    /** A plan that was just adopted counts as done. */
    private ClusterView present(long nowMs, ClusterView now) {
        return nowMs - plannedMs < PENDING_MS ? PlanOnOffer.after(plan, now) : now;
    }

    private Decision look(long nowMs, String why, Look.Judge judge, boolean asked) {
        confirming = null;
        ClusterView now = view;
        AlgorithmChoice.Chosen chosen = algorithms.chosen();
        String silent = silence;
        Optional<String> underWay = now == null ? Optional.empty() : underWay(now);
        if (now == null || chosen == null || silent != null || underWay.isPresent()) {
            return Decision.none(
                    nowMs,
                    why,
                    Decision.NOTHING,
                    silent != null
                            ? silent
                            : now == null
                                    ? "Nimbus has not been heard yet"
                                    : chosen == null ? "plans are off" : underWay.orElse(""),
                    settings.algorithm());
        }
        ClusterView present = present(nowMs, now);
        Situation situation = situation(nowMs, now, chosen);
        if (situation.isEmpty()) {
            String reason =
                    now.topologies().isEmpty()
                            ? "there are no topologies"
                            : "no topology can be planned: " + new TreeMap<>(situation.leftOut());
            return Decision.none(nowMs, why, Decision.NOTHING, reason, chosen.text());
        }
        try {
            Look.Answer answer = look.look(nowMs, why, situation, present, chosen, judge);
            return adopt(nowMs, answer, asked, present);
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
            LOG.error("{} failed; the plan stays as it is", chosen.text(), e);
            return Decision.none(nowMs, why, Decision.FAILED, e.toString(), chosen.text());
        }
    }

    private Decision adopt(long nowMs, Look.Answer answer, boolean asked, ClusterView present) {
        if (answer.again()) {
            confirming = "to see whether it is better still";
        }
        if (!answer.adopted()) {
            return answer.decision();
        }
        AlgorithmChoice.Chosen chosen = algorithms.chosen();
        double coolDownSec =
                chosen == null
                        ? 0
                        : chosen.knobs().coolDownSec()
                                * (1 << Math.min(withdrawals, MOST_DOUBLINGS));
        long sinceSec = (nowMs - lastAdoptedMs) / MS_PER_SEC;
        if (sinceSec < coolDownSec && !asked && !answer.forHomelessAlone()) {
            confirming = "the last change is older now";
            look.notMoved();
            return answer.decision()
                    .waiting(
                            "the last change was %d s ago, cool-down is %.0f s"
                                    .formatted(sinceSec, coolDownSec));
        }
        publish(nowMs, answer.plan(), answer.decision().algorithm(), present);
        if (last != null) {
            outcomes.adopted(plan.number(), nowMs, last);
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
            problem = "plan " + next.number() + " counts, but can't be kept: " + e;
            LOG.error("{}", problem);
        }
        plan = next;
        plannedMs = nowMs;
        lastAdoptedMs = nowMs;
    }

    /** All that keeps the generator from working as it should; null for nothing. */
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

    /** Returns the generator's status for people. */
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
                        : SeenCluster.nodes(now, last, algorithms.chosen(), loads.nodeCores()),
                now == null ? List.of() : SeenCluster.topologies(now, last),
                now == null ? List.of() : SeenTraffic.executors(now, measured, offered, theta()),
                now == null ? List.of() : SeenTraffic.flows(now, measured),
                decisions.latestFirst());
    }

    /** While plans are off as it is by default. */
    private double theta() {
        AlgorithmChoice.Chosen chosen = algorithms.chosen();
        return chosen == null ? Knobs.USUAL_THETA : chosen.knobs().theta();
    }

    /** Returns the folder of further algorithms; null for none. */
    @Nullable Path plugins() {
        return algorithms.plugins();
    }

    /** Lets go of plug-ins. */
    @Override
    public void close() {
        algorithms.close();
    }
}
