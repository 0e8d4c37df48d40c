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
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Asks for the executors of one engine, whose places are its cores. One thread at a time. */
final class CoreAdviser {
    /** Moves are cheap here, so that it is worth while to follow a change soon (decision 24). */
    private static final double WEIGHT_OF_THE_PAST = 0.25;

    private static final long SEED = 1;
    private static final int PERIODS_OF_REST = 3;

    /** What was compiled for a task is compiled again when it has moved (decision 26). */
    private static final Weights.Migration MIGRATION = new Weights.Migration(1e8, 0, 0, 60);

    private final CostTree tree;
    private Weights weights = weights(Weights.machine().openNs());
    private @Nullable Adviser adviser;

    CoreAdviser(CostTree tree) {
        this.tree = tree;
    }

    private static Weights weights(double openNs) {
        Weights usual = Weights.machine();
        return new Weights(usual.balanceNs(), openNs, usual.openLevel(), MIGRATION);
    }

    private static Rules rules(Map<ExecutorId, Set<String>> bound) {
        return Rules.machine().withAllowedPlaces(bound);
    }

    private static AdoptionRules adoption(Duration period) {
        AdoptionRules usual = AdoptionRules.DEFAULT;
        double coolDownSec = PERIODS_OF_REST * period.toNanos() / 1e9;
        return new AdoptionRules(
                usual.leastGain(), usual.windows(), coolDownSec, usual.leastRelief());
    }

    /** The name of a core as a place. */
    static String place(int core) {
        return "core-" + core;
    }

    /**
     * The question as {@link #advise} puts it, for those who ask what would be if.
     *
     * @param bound the only places of executors that can't be anywhere
     * @param places where executors are; new ones are missing
     */
    Problem problem(
            Snapshot snapshot, Map<ExecutorId, Set<String>> bound, Map<ExecutorId, String> places) {
        return new Problem(tree, snapshot, rules(bound), weights, places);
    }

    /**
     * Says where executors should run.
     *
     * @param period from one look to the next, which says how long a change is left in peace
     * @param window what was measured
     * @param openNs what a core that is in use costs, in nanoseconds per second
     * @param reading at the window's end: where they are, and which are bound to it
     */
    Advice advise(
            PlacementAlgorithm algorithm,
            Parameters parameters,
            Duration period,
            Snapshot window,
            double openNs,
            CounterSnapshot reading) {
        weights = weights(openNs);
        AdviserSettings settings =
                new AdviserSettings(
                        algorithm,
                        parameters,
                        SEED,
                        rules(reading.boundPlaces()),
                        weights,
                        adoption(period));
        if (adviser == null) {
            adviser = new Adviser(tree, settings, WEIGHT_OF_THE_PAST);
        }
        adviser.use(settings);
        return adviser.look(reading.nowNs(), window, reading.places());
    }
}
