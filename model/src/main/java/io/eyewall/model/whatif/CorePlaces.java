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
import java.util.HashMap;
import java.util.Map;

/**
 * Where our engine moves executors while they run (its CoreAdviser and WakeUps as they are,
 * decisions 139 and 145): one evaluation after another, each at the rate that gets through where
 * executors are by then, until one finds nothing better.
 */
final class CorePlaces {
    private static final int MOST_EVALUATIONS = 12;
    private static final long SEED = 1;
    private static final double WEIGHT_OF_THE_PAST = 0.25;
    private static final long PERIOD_NS = 1_000_000_000;
    private static final Weights.Migration MIGRATION = new Weights.Migration(1e8, 0, 0, 60);

    /** What a sleep counts for each core in use, at most so many times per second as it sleeps. */
    private static final double NS_PER_SLEEP = 12_000;

    /** A change after which less than this part of the tuples gets through is taken back. */
    private static final double LEAST_LEFT = 0.9;

    private static final int MESSAGES = 2_000;

    private CorePlaces() {}

    /**
     * Moves executors until they stay.
     *
     * @param start where they are at first
     * @param ratePerSec offered root tuples per second; infinite for sources that always have more
     */
    static Placement find(Setting setting, Placement start, double ratePerSec) {
        if (setting.tree().placeCount() == 1) {
            return start;
        }
        AffinityAlgorithm affinity = new AffinityAlgorithm();
        Parameters parameters = new Parameters(affinity, Map.of());
        Placement present = start;
        Load load = load(present, ratePerSec);
        Adviser adviser = null;
        for (int i = 0; i < MOST_EVALUATIONS; i++) {
            AdviserSettings settings =
                    new AdviserSettings(
                            affinity,
                            parameters,
                            SEED,
                            Rules.machine(),
                            weights(setting, present, load, ratePerSec),
                            adoption());
            if (adviser == null) {
                adviser = new Adviser(setting.tree(), settings, WEIGHT_OF_THE_PAST);
            }
            adviser.use(settings);
            Advice advice =
                    adviser.look(i * PERIOD_NS, load.snapshot(present), places(setting, present));
            if (advice.verdict().isAdopted()) {
                Placement next = moved(setting, present, advice.plan().assignment());
                Load after = load(next, ratePerSec);
                if (after.rootsPerSec() < LEAST_LEFT * load.rootsPerSec()) {
                    return present;
                }
                present = next;
                load = after;
            } else if (advice.verdict() != Advice.Verdict.WAIT_FOR_WINDOWS) {
                return present;
            }
        }
        return present;
    }

    /** A cool-down only makes it later. */
    private static AdoptionRules adoption() {
        AdoptionRules usual = AdoptionRules.DEFAULT;
        return new AdoptionRules(usual.leastGain(), usual.windows(), 0, usual.leastRelief());
    }

    private static Load load(Placement placement, double ratePerSec) {
        return Capacity.of(placement, 1, false).load(ratePerSec);
    }

    /** A core in use costs what its wake-ups cost, of which a full one has none. */
    private static Weights weights(
            Setting setting, Placement placement, Load load, double ratePerSec) {
        Weights usual = Weights.machine();
        double openNs = usual.openNs();
        if (load.full().isEmpty() && load.rootsPerSec() > 0 && Double.isFinite(ratePerSec)) {
            double least =
                    EngineSteps.run(
                                    EngineShape.of(placement, load),
                                    setting.times().orElseThrow(),
                                    MESSAGES,
                                    SEED)
                            .sleepsPerSec()
                            .stream()
                            .filter(sleeps -> sleeps > 0)
                            .min(Double::compare)
                            .orElse(0.0);
            openNs = Math.max(openNs, least * NS_PER_SLEEP);
        }
        return new Weights(usual.balanceNs(), openNs, usual.openLevel(), MIGRATION);
    }

    private static Map<ExecutorId, String> places(Setting setting, Placement placement) {
        Map<ExecutorId, String> places = new HashMap<>();
        for (int e = 0; e < placement.executors().size(); e++) {
            int place = placement.executors().get(e).place();
            places.put(Load.id(placement, e), setting.tree().place(place).id());
        }
        return places;
    }

    private static Placement moved(
            Setting setting, Placement before, Map<ExecutorId, String> assignment) {
        Map<String, int[]> places = new HashMap<>();
        before.topology().components().forEach(c -> places.put(c.id(), new int[c.executors()]));
        Map<String, Integer> next = new HashMap<>();
        for (int e = 0; e < before.executors().size(); e++) {
            String component = before.executors().get(e).component().id();
            int own = next.merge(component, 1, Integer::sum) - 1;
            String found = assignment.getOrDefault(Load.id(before, e), "");
            int[] of = places.getOrDefault(component, new int[0]);
            of[own] = setting.tree().indexOf(found);
        }
        return new Placement(setting.tree(), before.topology(), places);
    }
}
