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
 * Decides once per period whether executors should move. A plan is computed from the average of the
 * windows, so that noise is averaged out. It is adopted only if it is better in each of the last
 * windows alone; so a change of the load takes effect after as many windows (two by default).
 *
 * <p>Used by one thread at a time; only {@link #use} may be called by any thread.
 */
public final class Adviser {
    /** If a plan changes the violation by less than this fraction of a limit, only cost counts. */
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
     * Creates an adviser that has not evaluated a window yet.
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
     * @param present the ids of the executors' places; executors without a place are missing
     * @return the decision; the caller makes the moves of an adopted plan before the next window
     */
    public Advice evaluate(long nowNs, Snapshot window, Map<ExecutorId, String> present) {
        AdviserSettings currentSettings = settings;
        if (!windows.isEmpty() && !windows.getLast().sameExecutors(window)) {
            windows.clear();
        }
        windows.add(window);
        while (windows.size() > currentSettings.adoption().windows()) {
            windows.removeFirst();
        }
        Snapshot mean = average.add(window);
        Layout layout = new Layout(problem(mean, present, currentSettings));
        currentSettings
                .algorithm()
                .place(layout, currentSettings.parameters(), currentSettings.seed());
        Plan plan =
                new PlanBuilder(layout)
                        .build(currentSettings.algorithm().name() + currentSettings.parameters());
        Decision decision = decide(nowNs, plan, present, currentSettings);
        hadChangedBefore = hasChanged;
        previousChangeNs = lastChangeNs;
        if (decision.verdict().isAdopted()) {
            hasChanged = true;
            lastChangeNs = nowNs;
        }
        return new Advice(decision.verdict(), decision.reason(), plan);
    }

    /**
     * Reverts the adoption of the last evaluation's plan, because its moves were not made: the
     * cool-down is measured from the previous change again.
     */
    public void notMoved() {
        hasChanged = hadChangedBefore;
        lastChangeNs = previousChangeNs;
    }

    private record Decision(Verdict verdict, String reason) {}

    /** The scores of the present placement and of the plan in a window, both without migration. */
    private record Comparison(Score present, Score planned) {
        double relief() {
            return present.violation() - planned.violation();
        }

        double gainNsPerSec() {
            return present.costNsPerSec() - planned.costNsPerSec();
        }

        boolean isGain(double minGain) {
            if (Math.abs(relief()) > SAME_VIOLATION) {
                return relief() >= minGain * (1 + present.violation());
            }
            return gainNsPerSec() >= minGain * present.costNsPerSec();
        }
    }

    private Decision decide(
            long nowNs,
            Plan plan,
            Map<ExecutorId, String> present,
            AdviserSettings currentSettings) {
        if (plan.startScore() == null) {
            return new Decision(Verdict.ADOPT_AT_ONCE, "some executors have no place yet");
        }
        if (plan.moves().isEmpty()) {
            return new Decision(Verdict.KEEP, "nothing better was found");
        }
        AdoptionRules rules = currentSettings.adoption();
        List<Comparison> comparisons = new ArrayList<>();
        for (Snapshot window : windows) {
            comparisons.add(compare(window, plan, present, currentSettings));
        }
        Comparison last = comparisons.get(comparisons.size() - 1);
        double meanRelief = plan.startScore().violation() - plan.score().violation();
        double meanViolation = plan.startScore().violation();
        if (rules.isRelief(last.present().violation(), last.relief())
                && rules.isRelief(meanViolation, meanRelief)) {
            return new Decision(
                    Verdict.ADOPT_AT_ONCE,
                    formatted(
                            "overload: limits are exceeded by up to %.0f%%, with the plan by %.0f%%",
                            100 * last.present().violation(), 100 * last.planned().violation()));
        }
        if (!last.isGain(rules.minGain())) {
            return new Decision(
                    Verdict.KEEP,
                    formatted(
                            "the plan saves %.1f%% of the cost; required: %.1f%%",
                            100 * last.gainNsPerSec() / Math.max(1, last.present().costNsPerSec()),
                            100 * rules.minGain()));
        }
        if (comparisons.size() < rules.windows()
                || !comparisons.stream().allMatch(c -> c.isGain(rules.minGain()))) {
            return new Decision(
                    Verdict.WAIT_FOR_WINDOWS,
                    formatted("not better in each of the last %d windows", rules.windows()));
        }
        double sinceChangeSec = (nowNs - lastChangeNs) / 1e9;
        if (hasChanged && sinceChangeSec < rules.coolDownSec()) {
            return new Decision(
                    Verdict.WAIT_FOR_COOL_DOWN,
                    formatted(
                            "the last change was %.0f s ago, cool-down is %.0f s",
                            sinceChangeSec, rules.coolDownSec()));
        }
        double minGainNs =
                comparisons.stream().mapToDouble(Comparison::gainNsPerSec).min().orElse(0);
        double horizonSec = currentSettings.weights().migration().horizonSec();
        boolean relieves = last.relief() > SAME_VIOLATION;
        if (!relieves && plan.migrationNs() > minGainNs * horizonSec) {
            return new Decision(
                    Verdict.TOO_EXPENSIVE,
                    formatted(
                            "moving costs %.3f ms, %.0f s of it save %.3f ms",
                            plan.migrationNs() / 1e6, horizonSec, minGainNs * horizonSec / 1e6));
        }
        String inWindows = formatted("in %d consecutive windows", comparisons.size());
        return new Decision(
                Verdict.ADOPT,
                relieves
                        ? formatted(
                                "limits are exceeded by up to %.0f%%, with the plan by %.0f%%; better %s",
                                100 * last.present().violation(),
                                100 * last.planned().violation(),
                                inWindows)
                        : formatted("saves at least %.3f ms/s, %s", minGainNs / 1e6, inWindows));
    }

    private Comparison compare(
            Snapshot window,
            Plan plan,
            Map<ExecutorId, String> present,
            AdviserSettings currentSettings) {
        return new Comparison(
                Layout.atStart(problem(window, present, currentSettings)).score(),
                Layout.atStart(problem(window, plan.assignment(), currentSettings)).score());
    }

    private Problem problem(
            Snapshot snapshot, Map<ExecutorId, String> start, AdviserSettings currentSettings) {
        return new Problem(
                tree, snapshot, currentSettings.rules(), currentSettings.weights(), start);
    }

    private static String formatted(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}
