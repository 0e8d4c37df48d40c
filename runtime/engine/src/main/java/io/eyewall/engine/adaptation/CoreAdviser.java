package io.eyewall.engine.adaptation;

import io.eyewall.placement.advice.AdoptionRules;
import io.eyewall.placement.advice.Advice;
import io.eyewall.placement.advice.Adviser;
import io.eyewall.placement.advice.AdviserSettings;
import io.eyewall.placement.algorithm.Parameters;
import io.eyewall.placement.algorithm.PlacementAlgorithm;
import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.load.Snapshot;
import io.eyewall.placement.place.CostTree;
import io.eyewall.placement.plan.Problem;
import io.eyewall.placement.plan.Rules;
import io.eyewall.placement.plan.Weights;
import io.eyewall.rules.MoveRules;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Asks a placement algorithm on which cores of one engine executors should run. Used by one thread
 * at a time.
 */
final class CoreAdviser {
    /** Constant, so that the same measurements give the same plan. */
    private static final long SEED = 1;

    /** Cool-down after a change, in periods between two evaluations. */
    private static final int COOL_DOWN_PERIODS = 3;

    private final CostTree tree;
    private Weights weights = Weights.runningCores(0);
    private @Nullable Adviser adviser;

    CoreAdviser(CostTree tree) {
        this.tree = tree;
    }

    private static Rules rules(Map<ExecutorId, Set<String>> bound) {
        return Rules.machine().withAllowedPlaces(bound);
    }

    private static AdoptionRules adoptionRules(Duration period) {
        return AdoptionRules.DEFAULT.withCoolDown(COOL_DOWN_PERIODS * period.toNanos() / 1e9);
    }

    /** Returns the name by which plans call a core. */
    static String placeName(int core) {
        return "core-" + core;
    }

    /**
     * Returns the placement problem that {@link #advise} would solve, for what-if questions.
     *
     * @param bound the only allowed places of each executor that cannot be anywhere
     * @param places places of the existing executors; without new executors
     */
    Problem problem(
            Snapshot snapshot, Map<ExecutorId, Set<String>> bound, Map<ExecutorId, String> places) {
        return new Problem(tree, snapshot, rules(bound), weights, places);
    }

    /**
     * Returns where executors should run. The measurements of earlier calls count, too, with less
     * and less weight.
     *
     * @param period time between two evaluations; determines the cool-down after a change
     * @param window measured load and traffic
     * @param wakeUpsPerSec wake-ups per second of the core that is woken least
     * @param reading counters at the end of the window, with the executors' places and bounds
     */
    Advice advise(
            PlacementAlgorithm algorithm,
            Parameters parameters,
            Duration period,
            Snapshot window,
            double wakeUpsPerSec,
            CounterSnapshot reading) {
        weights = Weights.runningCores(wakeUpsPerSec);
        AdviserSettings settings =
                new AdviserSettings(
                        algorithm,
                        parameters,
                        SEED,
                        rules(reading.boundPlaces()),
                        weights,
                        adoptionRules(period));
        if (adviser == null) {
            adviser = new Adviser(tree, settings, MoveRules.WEIGHT_OF_THE_PAST);
        }
        adviser.use(settings);
        return adviser.evaluate(reading.nowNs(), window, reading.places());
    }
}
