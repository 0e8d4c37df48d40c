package io.eyewall.placement.advice;

import io.eyewall.placement.advice.Advice.Verdict;
import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.load.LoadAverage;
import io.eyewall.placement.load.Snapshot;
import io.eyewall.placement.place.CostTree;
import io.eyewall.placement.plan.Layout;
import io.eyewall.placement.plan.Plan;
import io.eyewall.placement.plan.PlanBuilder;
import io.eyewall.placement.plan.Problem;
import io.eyewall.placement.plan.Score;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Decides once per period whether executors should move. The plan is computed for the average of
 * the windows, but adopted only if it is better in each of the last windows alone: noise is
 * averaged out, and a change of the load still takes effect after two windows.
 *
 * <p>For one thread; only {@link #use} may be called by any thread.
 */
public final class Adviser {
    /** If a violation changes by less than this fraction of a limit, cost decides. */
    private static final double SAME_VIOLATION = 0.01;

    private final LoadAverage average;
    private final Deque<Snapshot> windows = new ArrayDeque<>();
    private volatile AdviserSettings settings;
    private final CostTree tree;
    private boolean hasChanged;
    private long lastChangeNs;

    /** The value of {@link #hasChanged} before the last evaluation. */
    private boolean hadChangedBefore;

    private long previousChangeNs;

    /**
     * Creates an adviser that has seen no window.
     *
     * @param alpha weight of the past in the average of windows; T-Storm's is 0.5
     */
    public Adviser(CostTree tree, AdviserSettings settings, double alpha) {
        this.tree = tree;
        this.settings = settings;
        this.average = new LoadAverage(alpha);
    }

    /** Replaces the settings, such as algorithm or parameters, from the next window on. */
    public void use(AdviserSettings settings) {
        this.settings = settings;
    }

    /**
     * Evaluates one window.
     *
     * @param nowNs the end of the window, on a monotonic clock
     * @param window the measurements
     * @param present the place ids of executors; those without a place are missing
     * @return the decision; the caller makes the moves of an adopted plan before the next window
     */
    public Advice evaluate(long nowNs, Snapshot window, Map<ExecutorId, String> present) {
        AdviserSettings now = settings;
        if (!windows.isEmpty() && !windows.getLast().sameExecutors(window)) {
            windows.clear();
        }
        windows.add(window);
        while (windows.size() > now.adoption().windows()) {
            windows.removeFirst();
        }
        Snapshot mean = average.add(window);
        Layout layout = new Layout(problem(mean, present, now));
        now.algorithm().place(layout, now.parameters(), now.seed());
        Plan plan = new PlanBuilder(layout).build(now.algorithm().name() + now.parameters());
        Judgement judgement = judge(nowNs, plan, present, now);
        hadChangedBefore = hasChanged;
        previousChangeNs = lastChangeNs;
        if (judgement.verdict().isAdopted()) {
            hasChanged = true;
            lastChangeNs = nowNs;
        }
        return new Advice(judgement.verdict(), judgement.reason(), plan);
    }

    /**
     * Reverts the adoption of the last evaluation's plan, since its moves were not made: the
     * cool-down is again that of the change before.
     */
    public void notMoved() {
        hasChanged = hadChangedBefore;
        lastChangeNs = previousChangeNs;
    }

    private record Judgement(Verdict verdict, String reason) {}

    /** A window's scores of the present placement and of the plan, both without migration. */
    private record Comparison(Score present, Score planned) {
        double relief() {
            return present.violation() - planned.violation();
        }

        double gainNsPerSec() {
            return present.costNsPerSec() - planned.costNsPerSec();
        }

        boolean isGain(double leastGain) {
            if (Math.abs(relief()) > SAME_VIOLATION) {
                return relief() >= leastGain * (1 + present.violation());
            }
            return gainNsPerSec() >= leastGain * present.costNsPerSec();
        }
    }

    private Judgement judge(
            long nowNs, Plan plan, Map<ExecutorId, String> present, AdviserSettings now) {
        if (plan.startScore() == null) {
            return new Judgement(Verdict.ADOPT_AT_ONCE, "some executors have no place yet");
        }
        if (plan.moves().isEmpty()) {
            return new Judgement(Verdict.KEEP, "nothing better was found");
        }
        AdoptionRules rules = now.adoption();
        List<Comparison> comparisons = new ArrayList<>();
        for (Snapshot window : windows) {
            comparisons.add(compare(window, plan, present, now));
        }
        Comparison last = comparisons.get(comparisons.size() - 1);
        double meanRelief = plan.startScore().violation() - plan.score().violation();
        double meanViolation = plan.startScore().violation();
        if (rules.isRelief(last.present().violation(), last.relief())
                && rules.isRelief(meanViolation, meanRelief)) {
            return new Judgement(
                    Verdict.ADOPT_AT_ONCE,
                    text(
                            "overload: limits are exceeded by up to %.0f%%, with the plan by %.0f%%",
                            100 * last.present().violation(), 100 * last.planned().violation()));
        }
        if (!last.isGain(rules.leastGain())) {
            return new Judgement(
                    Verdict.KEEP,
                    text(
                            "the plan saves %.1f%% of the cost; required: %.1f%%",
                            100 * last.gainNsPerSec() / Math.max(1, last.present().costNsPerSec()),
                            100 * rules.leastGain()));
        }
        if (comparisons.size() < rules.windows()
                || !comparisons.stream().allMatch(c -> c.isGain(rules.leastGain()))) {
            return new Judgement(
                    Verdict.WAIT_FOR_WINDOWS,
                    text("not better in each of the last %d windows", rules.windows()));
        }
        double sinceSec = (nowNs - lastChangeNs) / 1e9;
        if (hasChanged && sinceSec < rules.coolDownSec()) {
            return new Judgement(
                    Verdict.WAIT_FOR_COOL_DOWN,
                    text(
                            "the last change was %.0f s ago, cool-down is %.0f s",
                            sinceSec, rules.coolDownSec()));
        }
        double leastGainNs =
                comparisons.stream().mapToDouble(Comparison::gainNsPerSec).min().orElse(0);
        double horizonSec = now.weights().migration().horizonSec();
        boolean relieves = last.relief() > SAME_VIOLATION;
        if (!relieves && plan.migrationNs() > leastGainNs * horizonSec) {
            return new Judgement(
                    Verdict.TOO_EXPENSIVE,
                    text(
                            "moving costs %.3f ms, %.0f s of it save %.3f ms",
                            plan.migrationNs() / 1e6, horizonSec, leastGainNs * horizonSec / 1e6));
        }
        String windowsRunning = text("in %d consecutive windows", comparisons.size());
        return new Judgement(
                Verdict.ADOPT,
                relieves
                        ? text(
                                "limits are exceeded by up to %.0f%%, with the plan by %.0f%%; better %s",
                                100 * last.present().violation(),
                                100 * last.planned().violation(),
                                windowsRunning)
                        : text("saves at least %.3f ms/s, %s", leastGainNs / 1e6, windowsRunning));
    }

    private Comparison compare(
            Snapshot window, Plan plan, Map<ExecutorId, String> present, AdviserSettings now) {
        return new Comparison(
                Layout.atStart(problem(window, present, now)).score(),
                Layout.atStart(problem(window, plan.assignment(), now)).score());
    }

    private Problem problem(Snapshot snapshot, Map<ExecutorId, String> start, AdviserSettings now) {
        return new Problem(tree, snapshot, now.rules(), now.weights(), start);
    }

    private static String text(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}
