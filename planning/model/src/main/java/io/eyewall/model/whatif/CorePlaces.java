package io.eyewall.model.whatif;

import io.eyewall.model.capacity.Capacity;
import io.eyewall.model.capacity.EngineShape;
import io.eyewall.model.capacity.Load;
import io.eyewall.model.capacity.Placement;
import io.eyewall.model.stepping.EngineSteps;
import io.eyewall.placement.advice.AdoptionRules;
import io.eyewall.placement.advice.Advice;
import io.eyewall.placement.advice.Adviser;
import io.eyewall.placement.advice.AdviserSettings;
import io.eyewall.placement.affinity.AffinityAlgorithm;
import io.eyewall.placement.algorithm.Parameters;
import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.plan.Rules;
import io.eyewall.placement.plan.Weights;
import io.eyewall.rules.MoveRules;
import java.util.HashMap;
import java.util.Map;

/**
 * Predicts where our engine moves executors at run time (decisions 139 and 145): one evaluation
 * after another, each at the rate that the current placement sustains, until an evaluation finds no
 * better placement.
 */
final class CorePlaces {
    private static final int MAX_EVALUATIONS = 12;
    private static final long SEED = 1;
    private static final long PERIOD_NS = 1_000_000_000;

    /** Number of messages that are simulated to count sleeps. */
    private static final int MESSAGES = 2_000;

    private CorePlaces() {}

    /**
     * Moves executors until no evaluation finds a better placement.
     *
     * @param start the initial placement
     * @param ratePerSec offered root tuples per second; infinite for sources that always have more
     */
    static Placement findPlacement(Setting setting, Placement start, double ratePerSec) {
        if (setting.tree().placeCount() == 1) {
            return start;
        }
        AffinityAlgorithm affinity = new AffinityAlgorithm();
        Parameters parameters = new Parameters(affinity, Map.of());
        Placement current = start;
        Load load = load(current, ratePerSec);
        Adviser adviser = null;
        for (int i = 0; i < MAX_EVALUATIONS; i++) {
            AdviserSettings settings =
                    new AdviserSettings(
                            affinity,
                            parameters,
                            SEED,
                            Rules.machine(),
                            weights(setting, current, load, ratePerSec),
                            adoptionRules());
            if (adviser == null) {
                adviser = new Adviser(setting.tree(), settings, MoveRules.WEIGHT_OF_THE_PAST);
            }
            adviser.use(settings);
            Advice advice =
                    adviser.evaluate(
                            i * PERIOD_NS, load.snapshot(current), placeIds(setting, current));
            if (advice.verdict().isAdopted()) {
                Placement next = withAssignment(setting, current, advice.plan().assignment());
                Load nextLoad = load(next, ratePerSec);
                if (nextLoad.rootsPerSec() < MoveRules.MIN_KEPT_THROUGHPUT * load.rootsPerSec()) {
                    return current;
                }
                current = next;
                load = nextLoad;
            } else if (advice.verdict() != Advice.Verdict.WAIT_FOR_WINDOWS) {
                return current;
            }
        }
        return current;
    }

    /** Returns the default rules without a cool-down, which would only delay the result. */
    private static AdoptionRules adoptionRules() {
        return AdoptionRules.DEFAULT.withCoolDown(0);
    }

    private static Load load(Placement placement, double ratePerSec) {
        return Capacity.of(placement, 1, false).load(ratePerSec);
    }

    /**
     * Returns weights by which each core in use costs as much as its sleeps, if it slept as often
     * as the core that sleeps least. If a core is full, a core in use has only its usual cost.
     */
    private static Weights weights(
            Setting setting, Placement placement, Load load, double ratePerSec) {
        double minSleepsPerSec = 0;
        if (load.full().isEmpty() && load.rootsPerSec() > 0 && Double.isFinite(ratePerSec)) {
            minSleepsPerSec =
                    EngineSteps.run(
                                    EngineShape.atRates(placement, load),
                                    setting.times().orElseThrow(),
                                    MESSAGES,
                                    SEED)
                            .sleepsPerSec()
                            .stream()
                            .filter(sleeps -> sleeps > 0)
                            .min(Double::compare)
                            .orElse(0.0);
        }
        return Weights.runningCores(minSleepsPerSec);
    }

    private static Map<ExecutorId, String> placeIds(Setting setting, Placement placement) {
        Map<ExecutorId, String> places = new HashMap<>();
        for (int e = 0; e < placement.executors().size(); e++) {
            int place = placement.executors().get(e).place();
            places.put(Load.executorId(placement, e), setting.tree().place(place).id());
        }
        return places;
    }

    private static Placement withAssignment(
            Setting setting, Placement previous, Map<ExecutorId, String> assignment) {
        Map<String, int[]> places = new HashMap<>();
        previous.topology().components().forEach(c -> places.put(c.id(), new int[c.executors()]));
        Map<String, Integer> next = new HashMap<>();
        for (int e = 0; e < previous.executors().size(); e++) {
            String component = previous.executors().get(e).component().id();
            int index = next.merge(component, 1, Integer::sum) - 1;
            String placeId = assignment.getOrDefault(Load.executorId(previous, e), "");
            int[] placesOfComponent = places.getOrDefault(component, new int[0]);
            placesOfComponent[index] = setting.tree().indexOf(placeId);
        }
        return new Placement(setting.tree(), previous.topology(), places);
    }
}
